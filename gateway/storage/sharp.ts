/** sharp for files that strangers upload. Imported when a picture is read: its library takes 8 MB and a tenth of the work of a start. */
import sharp from 'sharp'

// SVG may contain scripts and references, and loaders for TIFF or PDF add attack surface: only four formats are enabled.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp', 'VipsForeignLoadHeif'] })

export { sharp }
