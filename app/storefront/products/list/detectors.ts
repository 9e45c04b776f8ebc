/**
 * What the camera sees, by the browser's Shape Detection API (https://wicg.github.io/shape-detection-api/), which TypeScript does not
 * know. Codes are read as soon as one is in the picture; names are read when asked, because any pack is full of words.
 */
type Detector = { detect: (source: HTMLVideoElement) => Promise<{ rawValue: string }[]> }
declare const BarcodeDetector: new () => Detector
declare const TextDetector: new () => Detector

const LOOK_EVERY_MS = 150
/** As long as a search may be (search-field.tsx). */
const LONGEST = 100
const MOST_NAMES = 6

export const readsCodes = (): boolean => 'BarcodeDetector' in window
/** A few browsers only; the others are not offered it. */
export const readsNames = (): boolean => 'TextDetector' in window

/** Shows the camera in `video`. Returns the first code that it sees; null when it was stopped before. Throws where the camera may not be used. */
export async function watchForCode(video: HTMLVideoElement | null, stop: AbortSignal): Promise<string | null> {
  const camera = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } })
  try {
    if (video === null || stop.aborted) return null
    video.srcObject = camera
    await video.play()
    const detector = readsCodes() ? new BarcodeDetector() : null
    for (;;) {
      if (stop.aborted) return null
      const [found] = detector === null ? [] : await detector.detect(video)
      const code = found?.rawValue.trim() ?? ''
      if (code !== '') return code.slice(0, LONGEST)
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  } finally {
    for (const track of camera.getTracks()) track.stop()
  }
}

/** The lines of the picture that may be a name: with a word of three letters, each once. */
export async function namesOn(video: HTMLVideoElement): Promise<string[]> {
  const lines = await new TextDetector().detect(video).catch(() => [])
  const texts = lines.map(({ rawValue }) => rawValue.replace(/\s+/g, ' ').trim().slice(0, LONGEST))
  return [...new Set(texts.filter((text) => /\p{L}{3}/u.test(text)))].slice(0, MOST_NAMES)
}
