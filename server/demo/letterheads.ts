// The letterheads of the demo's clients, with a drawn logo.
import { crc32, deflateSync } from 'node:zlib'
import { clients } from './staff.ts'

const width = 480
const height = 160

/** A chunk of a PNG file. */
function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** Three steps in a circle, as a PNG with a transparent ground. */
function drawLogo(color: string): Buffer {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16))
  const pixels = Buffer.alloc(height * (1 + width * 4))
  const isDrawn = (x: number, y: number): boolean => {
    const isStep = [0, 1, 2].some(
      (step) => x > 48 + step * 24 && x < 66 + step * 24 && y > 104 - step * 24 && y < 124,
    )
    const isInCircle = (x - 80) ** 2 + (y - 80) ** 2 < 76 ** 2
    const isBar = x > 190 && ((y > 44 && y < 68 && x < 470) || (y > 92 && y < 108 && x < 380))
    return (isInCircle && !isStep) || isBar
  }
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      if (isDrawn(x, y)) pixels.set([red!, green!, blue!, 255], y * (1 + width * 4) + 1 + x * 4)
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  // 8 bits for each of red, green, blue and alpha.
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

const colors = ['#0b5c6b', '#7a3e00', '#3d3d8f']

export const letterheads = clients.map(({ id, name }, index) => {
  const accentColor = colors[index % colors.length]!
  return {
    clientId: id,
    addressLines: `Lindenallee ${12 + index}\n50667 Köln`,
    phone: `+49 221 49${id}0`,
    email: 'info@kontor.example',
    website: 'www.kontor.example',
    footerLines: `${name} · Amtsgericht Köln HRB 4711${id} · Geschäftsführung: Dr. Helene Brandt\nIBAN DE02 1203 0000 0000 2020 5${id} · USt-IdNr. DE00000000${id}`,
    accentColor,
    signatory: 'Dr. Helene Brandt, Geschäftsführung',
    logo: drawLogo(accentColor).toString('hex'),
  }
})
