/** The types of the console's client, made from openapi.json: a page that asks for what no endpoint gives does not compile. */
import openapiTS, { astToString } from 'openapi-typescript';

/** `document`: the text of openapi.json. */
export async function clientTypes(document: string): Promise<string> {
  return astToString(await openapiTS(document, { rootTypes: true, alphabetize: true }));
}
