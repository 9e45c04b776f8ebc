import { lazy, Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { scan } from '#words/trade-list.tsx'
import { Drawing } from '../../../ui/pictures/icon.tsx'
import { useHydrated } from '../../../ui/hooks/use-hydrated.ts'
import { filtersPath } from '../filters.ts'

const Scanner = lazy(() => import('./scanner.tsx'))

/** Where the browser can, the camera reads a label and the list searches for it. Its room is there from the start. */
export function ScanButton() {
  const navigate = useNavigate()
  const [scanning, setScanning] = useState(false)
  const scans = useHydrated() && ('BarcodeDetector' in window || 'TextDetector' in window) && 'mediaDevices' in navigator
  return (
    <span className="size-11">
      {scans ? (
        <button
          type="button"
          aria-label={scan}
          onClick={() => setScanning(true)}
          className="grid size-11 place-items-center rounded-sm text-plum-600 hover:bg-plum-50"
        >
          <Drawing>
            <path d="M3 8V4h4M17 4h4v4M21 16v4h-4M7 20H3v-4M7 8v8M10.5 8v8M13.5 8v8M17 8v8" />
          </Drawing>
        </button>
      ) : null}
      {scanning ? (
        <Suspense>
          <Scanner
            onClose={() => setScanning(false)}
            onRead={(code) => {
              setScanning(false)
              void navigate(filtersPath({ list: true, query: code }))
            }}
          />
        </Suspense>
      ) : null}
    </span>
  )
}
