// The demo's drawn images of events, as SVG: one for each topic.
import { seededRandom } from './random.ts'
import { areaColor, bar, dot, fill, ink, stroke, sun, svg } from './shapes.ts'
import { areas, topics } from './topics.ts'

export const drawingSize = { width: 1280, height: 720 } as const

/** The alternative text of a drawing, in German and English, and its shapes in a square of 400 around the origin. */
type Motif = readonly [de: string, en: string, shapes: string]

const sheet = '<rect x="-130" y="-170" width="260" height="340" rx="18" fill="#fff"/>'
const board = '<rect x="-190" y="-150" width="380" height="300" rx="18" fill="#fff"/>'
const lines = (x: number, y: number, ...widths: number[]): string =>
  widths.map((width, at) => bar(x, y + at * 44, width, 16, '#c9d1d8')).join('')
const checks = (x: number, y: number, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    stroke(`M${x} ${y + at * 70}l16 18 32-38`, at < count - 1 ? areaColor : sun),
  ).join('')
const bubble = (x: number, y: number, color: string): string =>
  fill(
    `M${x} ${y}h190a30 30 0 0 1 30 30v90a30 30 0 0 1-30 30h-110l-56 54v-54h-24a30 30 0 0 1-30-30v-90a30 30 0 0 1 30-30z`,
    color,
  )
const shield = (color: string): string =>
  fill(
    'M0-180C50-140 100-125 150-125V0C150 95 85 155 0 190C-85 155-150 95-150 0V-125C-100-125-50-140 0-180Z',
    color,
  )

/** By the code of their topic. */
const motifs: Record<string, Motif> = {
  PM: [
    'Balkenplan mit einer Fahne am Ziel',
    'Bar chart of a plan with a flag at its end',
    board +
      bar(-160, -110, 150, 34) +
      bar(-90, -50, 170, 34, sun) +
      bar(-10, 10, 120, 34) +
      stroke('M120 110V20') +
      fill('M120 20l56 24-56 24z', sun) +
      bar(-160, 96, 250, 14, '#c9d1d8'),
  ],
  AG: [
    'Tafel mit drei Spalten und Haftnotizen',
    'Board with three columns and sticky notes',
    board +
      [-170, -55, 60]
        .map(
          (x, at) =>
            bar(x, -120, 100, 14, '#c9d1d8') +
            bar(x, -90, 100, 70, at === 1 ? sun : areaColor) +
            (at === 2 ? '' : bar(x, -8, 100, 70, at ? areaColor : sun)),
        )
        .join(''),
  ],
  PZ: [
    'Drei Schritte eines Ablaufs, mit Pfeilen verbunden',
    'Three steps of a process, joined by arrows',
    dot(-150, 60, 60) +
      dot(0, -90, 60, sun) +
      dot(150, 60, 60) +
      stroke('M-115 5L-52-55m-6 34 8-36-36 2', '#fff') +
      stroke('M52-55L112 2m-34 2 36 2-2-36', '#fff') +
      stroke('M80 62H-76m26-26-28 26 28 26', '#fff'),
  ],
  ZM: [
    'Uhr mit einem Haken',
    'Clock with a tick',
    dot(0, 0, 180, '#fff') +
      stroke('M0-110V0L70 50', ink, 18) +
      dot(0, 0, 16, ink) +
      dot(130, 120, 64) +
      stroke('M102 122l20 22 38-46', '#fff', 16),
  ],
  FK: [
    'Kompass',
    'Compass',
    dot(0, 0, 185, '#fff') +
      dot(0, 0, 150, '#e8edf1') +
      fill('M70-110L24 24-24-24z') +
      fill('M-70 110L-24-24 24 24z', sun) +
      dot(0, 0, 14, ink),
  ],
  KO: [
    'Zwei Sprechblasen',
    'Two speech bubbles',
    bubble(-170, -160, '#fff') +
      bubble(-30, -20, areaColor) +
      [20, 70, 120].map((x) => dot(x + 5, 55, 14, '#fff')).join('') +
      lines(-150, -115, 150, 100),
  ],
  KF: [
    'Brücke zwischen zwei Ufern',
    'Bridge between two banks',
    fill('M-220 190V20h90v170z', '#fff') +
      fill('M220 190V20h-90v170z', '#fff') +
      stroke('M-150 10Q0-170 150 10', sun, 18) +
      stroke('M-190 14H190', areaColor, 22) +
      [-90, -30, 30, 90].map((x) => stroke(`M${x} 10V${-72 + Math.abs(x) / 3}`, sun, 8)).join(''),
  ],
  MP: [
    'Flipchart mit einer Kurve',
    'Flip chart with a curve',
    stroke('M-90 190L-50 90M90 190L50 90', ink) +
      board +
      stroke('M-150 90C-60 90-70-40 0-40S90-110 150-110', areaColor, 18) +
      dot(0, -40, 20, sun),
  ],
  AR: [
    'Dokument mit einem Paragrafenzeichen',
    'Document with a section sign',
    sheet +
      stroke(
        'M50-92C40-130-50-130-50-80S60-40 60 10-20 50-20 50M-50 72C-40 120 50 120 50 70S-60 30-60-20 20-60 20-60',
        areaColor,
        22,
      ),
  ],
  DS: [
    'Vorhängeschloss vor einem Dokument',
    'Padlock in front of a document',
    sheet +
      lines(-95, -130, 190, 150, 190) +
      stroke('M-52 40V0a52 52 0 0 1 104 0v40', ink, 20) +
      bar(-90, 36, 180, 140) +
      dot(0, 92, 20, '#fff') +
      stroke('M0 96v36', '#fff', 14),
  ],
  VE: [
    'Vertrag mit Unterschrift und Stift',
    'Contract with a signature and a pen',
    sheet +
      lines(-95, -130, 190, 150, 190, 110) +
      stroke('M-90 110c30-50 40 20 60-10s30 20 70-8', areaColor, 10) +
      fill('M60 90L170-50l34 26L94 116l-44 16z', sun),
  ],
  CO: [
    'Checkliste mit Haken',
    'Checklist with ticks',
    sheet +
      checks(-95, -95, 3) +
      [-95, -25, 45].map((y) => bar(-20, y, 120, 16, '#c9d1d8')).join('') +
      bar(-50, -190, 100, 40),
  ],
  BH: [
    'Kassenbuch mit Münzen',
    'Ledger with coins',
    sheet +
      lines(-95, -130, 190, 190, 190, 190, 190) +
      [0, 1, 2, 3].map((at) => bar(40, 130 - at * 36, 150, 30, at % 2 ? areaColor : sun)).join('') +
      bar(-110, 130, 120, 30, sun) +
      bar(-110, 94, 120, 30),
  ],
  CT: [
    'Säulen mit einer steigenden Linie',
    'Columns with a rising line',
    board +
      [60, 110, 150, 210].map((height, at) => bar(-150 + at * 80, 120 - height, 56, height)).join('') +
      stroke('M-140 10L-50-40 30-60 130-125', sun, 16) +
      dot(130, -125, 18, sun),
  ],
  VT: [
    'Zielscheibe mit einem Pfeil',
    'Target with an arrow',
    dot(0, 10, 180, '#fff') +
      dot(0, 10, 130) +
      dot(0, 10, 80, '#fff') +
      dot(0, 10, 34) +
      stroke('M0 10L150-140m-44 2 6-52m38 50-6-52', sun, 18),
  ],
  OM: [
    'Fenster eines Browsers mit einem Mauszeiger',
    'Window of a browser with a pointer',
    board +
      fill('M-190-100v-32a18 18 0 0 1 18-18h344a18 18 0 0 1 18 18v32z') +
      [-160, -130, -100].map((x) => dot(x, -125, 9, '#fff')).join('') +
      bar(-150, -60, 130, 100, '#e8edf1') +
      lines(10, -55, 140, 100, 140) +
      bar(-150, 70, 130, 40, sun) +
      fill('M40 40l30 140 34-44 54-4z', ink),
  ],
  EX: [
    'Tabelle mit farbigen Zellen',
    'Table with coloured cells',
    board +
      [0, 1, 2, 3]
        .flatMap((row) =>
          [0, 1, 2, 3].map((column) =>
            bar(
              -165 + column * 85,
              -125 + row * 65,
              72,
              52,
              row === 0 ? areaColor : row + column === 4 ? sun : '#e8edf1',
            ),
          ),
        )
        .join(''),
  ],
  IS: [
    'Schild mit einem Haken',
    'Shield with a tick',
    shield('#fff') +
      `<g transform="scale(.82)">${shield(areaColor)}</g>` +
      stroke('M-60 0l44 50 84-100', '#fff', 28),
  ],
  DA: [
    'Punktwolke mit einer Geraden',
    'Scatter plot with a line',
    board +
      stroke('M-150-110V110H150', ink, 8) +
      [
        [-110, 70],
        [-80, 40],
        [-60, 66],
        [-30, 10],
        [0, 30],
        [20, -20],
        [60, -6],
        [80, -60],
        [110, -40],
        [120, -92],
      ]
        .map(([x, y]) => dot(x!, y!, 13))
        .join('') +
      stroke('M-130 86L136-96', sun, 10),
  ],
  KI: [
    'Netz aus verbundenen Punkten',
    'Network of joined points',
    [-100, 0, 100]
      .flatMap((y) => [-60, 60].map((to) => stroke(`M-150 ${y}L0 ${to}L150 ${y}`, '#fff', 6)))
      .join('') +
      [-100, 0, 100].map((y) => dot(-150, y, 34) + dot(150, y, 34)).join('') +
      dot(0, -60, 42, sun) +
      dot(0, 60, 42, sun),
  ],
  AS: [
    'Schutzhelm',
    'Safety helmet',
    fill('M-160 60a160 160 0 0 1 320 0z', sun) +
      bar(-200, 56, 400, 44, areaColor) +
      bar(-34, -120, 68, 176, '#fff'),
  ],
  BS: [
    'Flamme',
    'Flame',
    fill(
      'M10-190C30-110 140-60 140 60C140 140 80 190 0 190S-140 140-140 60C-140 0-100-30-80-80C-60-40-40-30-20-30C-30-90-20-150 10-190Z',
    ) +
      fill(
        'M10-20C30 30 80 50 80 110C80 160 40 186 0 186S-76 160-76 110C-76 70-40 60-30 20C-10 40 10 20 10-20Z',
        sun,
      ),
  ],
  PF: [
    'Herz mit einer Pulslinie',
    'Heart with a line of the pulse',
    fill(
      'M0 170C-120 80-190 20-190-60C-190-120-146-160-96-160C-50-160-16-134 0-100C16-134 50-160 96-160C146-160 190-120 190-60C190 20 120 80 0 170Z',
    ) + stroke('M-150-10H-60l30-60 50 110 34-50h96', '#fff', 16),
  ],
  BG: [
    'Baum in der Sonne',
    'Tree in the sun',
    dot(110, -110, 70, sun) +
      bar(-24, 40, 48, 150, '#7a5c43') +
      dot(0, -20, 110) +
      dot(-80, 30, 70) +
      dot(80, 40, 66) +
      bar(-200, 176, 400, 20, '#fff'),
  ],
}

const hills = ['M0 640Q640 480 1280 600', 'M0 560Q640 700 1280 620']

/** The drawing of each topic with its alternative texts, by the name of the topic. */
export function drawTopics(): Map<string, { svg: string; altText: string; altTextEn: string }> {
  const { width, height } = drawingSize
  return new Map(
    topics.map(({ code, area, name }, at) => {
      const [altText, altTextEn, shapes] = motifs[code]!
      const color = areas.find(([one]) => one === area)![1]
      const random = seededRandom(1, code)
      const soft = Array.from({ length: 3 }, () =>
        dot(
          random.int(0, width),
          random.int(0, height),
          random.int(120, 340),
          random.chance(0.5) ? '#fff' : color,
        ),
      ).join('')
      const ground = `<rect width="${width}" height="${height}" fill="#eef2f4"/><rect width="${width}" height="${height}" fill="${color}" opacity=".28"/><g opacity=".16">${soft}</g>`
      const hill = `<path d="${hills[at % 2]}V${height}H0Z" fill="${color}" opacity=".35"/>`
      const motif = `<g transform="translate(${width / 2} ${height / 2 - 10}) scale(1.35)">${shapes.replaceAll(areaColor, color)}</g>`
      return [name, { svg: svg(width, height, ground + hill + motif), altText, altTextEn }]
    }),
  )
}
