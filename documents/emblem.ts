/** The shop's emblem: a bindi under the cusped arch that also frames its pictures. Plain SVG for documents. */
export const EMBLEM_SVG = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 124">
<path fill="#74234f" d="M3 122V60A14 14 0 0 1 9 38A14 14 0 0 1 23 20.5A13 13 0 0 1 40 9.5C45 8.5 48.6 5 50 0C51.4 5 55 8.5 60 9.5A13 13 0 0 1 77 20.5A14 14 0 0 1 91 38A14 14 0 0 1 97 60V122Z"/>
<path fill="none" stroke="#e8a020" stroke-width="2.5" d="M14 122V62A13 13 0 0 1 19.500 43A13 13 0 0 1 32 27.500A12 12 0 0 1 45 19C47.500 18 49.300 15.500 50 13C50.700 15.500 52.500 18 55 19A12 12 0 0 1 68 27.500A13 13 0 0 1 80.500 43A13 13 0 0 1 86 62V122"/>
<circle cx="50" cy="62" r="12.500" fill="#fbf6f1"/><circle cx="50" cy="62" r="8.500" fill="#c43a5b"/>
<path fill="#e8a020" d="M50 86l4 7-4 7-4-7z"/>
</svg>`
