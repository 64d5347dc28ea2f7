// A QR code, drawn in the browser so that the secret is sent nowhere.
import { toCanvas } from 'qrcode'
import { useEffect, useRef } from 'react'

export function QrCode({ text, label }: { text: string; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (canvas.current) toCanvas(canvas.current, text, { width: 200, margin: 2 })
  }, [text])
  return <canvas ref={canvas} role="img" aria-label={label} width={200} height={200} />
}
