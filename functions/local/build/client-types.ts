/** The types of the console's client, made from openapi.json, so that a page with a wrong request does not compile. */
import openapiTS, { astToString } from 'openapi-typescript';

/** `document`: the text of openapi.json. */
export async function clientTypes(document: string): Promise<string> {
  return astToString(await openapiTS(document, { rootTypes: true, alphabetize: true }));
}
