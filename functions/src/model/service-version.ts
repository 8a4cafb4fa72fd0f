/** As `package.json` has it: what a report names as its maker. */
export const SERVICE_VERSION = '0.1.0';
