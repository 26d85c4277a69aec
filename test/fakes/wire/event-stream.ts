import { crc32 } from 'node:zlib';

/**
 * One message of AWS's binary event stream: lengths, headers, payload, and a checksum of each.
 * Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/RESTSelectObjectAppendix.html, which describes the same format.
 */
export function eventMessage(kind: 'event' | 'exception', type: string, payload: object): Buffer {
  const named = kind === 'event' ? ':event-type' : ':exception-type';
  const headers = Buffer.concat([header(':message-type', kind), header(named, type), header(':content-type', 'application/json')]);
  const body = Buffer.from(JSON.stringify(payload));
  const prelude = Buffer.alloc(8);
  prelude.writeUInt32BE(16 + headers.length + body.length, 0);
  prelude.writeUInt32BE(headers.length, 4);
  const front = Buffer.concat([prelude, checksum(prelude), headers, body]);
  return Buffer.concat([front, checksum(front)]);
}

const textType = 7;

function header(name: string, value: string): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([textType]), length, Buffer.from(value)]);
}

function checksum(bytes: Buffer): Buffer {
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(bytes));
  return sum;
}
