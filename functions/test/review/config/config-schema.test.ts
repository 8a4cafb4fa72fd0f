import assert from 'node:assert/strict';
import { configJsonSchema, configSchema } from '../../../src/review/config/config-schema.ts';

interface Schema {
  additionalProperties?: boolean;
  properties: Record<string, { description?: string; anyOf?: object[] }>;
}

describe('review/config/config-schema', () => {
  it('is a JSON schema of the same keys, each with its meaning, and closed', () => {
    const schema = configJsonSchema() as Schema;
    assert.deepEqual(Object.keys(schema.properties), Object.keys(configSchema.shape));
    assert.equal(schema.additionalProperties, false);
    for (const [key, { description }] of Object.entries(schema.properties)) assert.ok(description, key);
  });

  it('knows the short forms too', () => {
    const { properties } = configJsonSchema() as Schema;
    const short = Object.keys(properties).filter((key) => properties[key]?.anyOf !== undefined);
    assert.deepEqual(short, ['auto', 'check', 'instructions', 'linters']);
  });
});
