/** Archives made by hand, so that they can lie. */
import { crc32, deflateRawSync } from 'node:zlib';

type Member = {
  name: string | Buffer;
  data?: string;
  mode?: number;
  host?: number;
  size?: number;
  flags?: number;
  offset?: number;
};

/** A zip by hand, so that it can lie. */
export function makeZip(members: readonly Member[]): Buffer {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let at = 0;
  for (const { name, data = '', mode = 0o100644, host = 3, size, flags = 0, offset } of members) {
    const bytes = Buffer.from(data);
    const packed = deflateRawSync(bytes);
    const raw = Buffer.isBuffer(name) ? name : Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(size ?? bytes.length, 18);
    common.writeUInt16LE(raw.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), common, raw, packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(host === 3 ? (mode << 16) >>> 0 : 0, 6);
    rest.writeUInt32LE(offset ?? at, 10);
    central.push(Buffer.concat([Buffer.from('PK\x01\x02', 'latin1'), Buffer.from([20, host]), common, rest, raw]));
    parts.push(local);
    at += local.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(members.length, 8);
  end.writeUInt16LE(members.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, list, end]);
}

/** A tar by hand. */
export function makeTar(members: readonly { name: string; kind?: string; link?: string; data?: string }[]): Buffer {
  const blocks = members.flatMap(({ name, kind = '0', link = '', data = '' }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write('0000644\x000000000\x000000000\0', 100, 'latin1');
    header.write(`${Buffer.byteLength(data).toString(8).padStart(11, '0')}\x0000000000000\0        `, 124, 'latin1');
    header.write(kind, 156);
    header.write(link, 157);
    header.write('ustar\x0000', 257, 'latin1');
    header.write(
      `${header
        .reduce((a, b) => a + b, 0)
        .toString(8)
        .padStart(6, '0')}\0 `,
      148,
      'latin1',
    );
    const body = Buffer.alloc(Math.ceil(Buffer.byteLength(data) / 512) * 512);
    body.write(data);
    return [header, body];
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}
