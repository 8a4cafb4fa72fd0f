/**
 * Whether a link from another host may be followed. A public host may not lead into our own network, where a cloud's
 * metadata (169.254.169.254) and databases listen. A platform that is itself in that network may lead to its
 * neighbours. URLs have one spelling of an address by now: `http://2130706433`, `http://0x7f.1` and `http://127.1` are all
 * `127.0.0.1`; names are asked for, since anybody's name may stand for an inner address.
 */
import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';

/** Addresses that no public host has (IANA's special-purpose address registries). */
const INNER_4 = ['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24', '192.168.0.0/16', '198.18.0.0/15', '224.0.0.0/3']; // prettier-ignore
/** With the ranges that embed an address of version 4, which would lead to that address. */
const INNER_6 = ['::/96', '::ffff:0:0/96', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', 'fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8']; // prettier-ignore

/** One list for each version: a common one would match an address of version 4 with its form in version 6. */
function listOf(ranges: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [net = '', bits] = range.split('/');
    list.addSubnet(net, Number(bits), family);
  }
  return list;
}
const inner4 = listOf(INNER_4, 'ipv4');
const inner6 = listOf(INNER_6, 'ipv6');

export function isInnerAddress(address: string): boolean {
  const family = isIP(address);
  return family === 4 ? inner4.check(address, 'ipv4') : family === 0 || inner6.check(address, 'ipv6');
}

/** A name that does not resolve leads nowhere, so it needs no refusal. */
async function isInner({ hostname }: URL): Promise<boolean> {
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isInnerAddress(host);
  const found = await lookup(host, { all: true }).catch(() => []);
  return found.some(({ address }) => isInnerAddress(address));
}

/** `from` is the configured address that answered with the link `to`. */
export async function mayFollow(from: URL, to: URL): Promise<boolean> {
  if (to.username !== '' || to.password !== '') return false;
  if (to.protocol !== 'https:' && (to.protocol !== 'http:' || from.protocol !== 'http:')) return false;
  return to.host === from.host || !(await isInner(to)) || (await isInner(from));
}
