/**
 * Scripts wait for the first pictures.
 *
 * The page is complete without scripts (docs/rules.md#sessions), and over HTTP/1.1 a phone shares one thin line among all it asks
 * for: what is fetched early makes the pictures late. So a page that marks pictures as first (`fetchpriority="high"`)
 * asks for its modules when those are painted, when the visitor first acts, or after two seconds. Both need the same
 * bytes; only the order changes.
 */
const PRELOAD = '<link rel="modulepreload"'
const LOW_PRELOAD = '<link rel="modulepreload" fetchpriority="low"'
const START = '<script type="module" async="">'
const FIRST_PICTURE = /<img[^<>]*\bfetchpriority="high"/i

/**
 * Runs in the browser as text, on pages that were marked below. `once` counts; after the first paint and the pictures
 * two frames more, since the one that is under way may have begun without the last picture.
 */
const BEGIN = `addEventListener('DOMContentLoaded',function(){
var once,d=document;
function go(){
if(once)return;once=1;
d.querySelectorAll('link[rel=later]').forEach(function(l){l.rel='modulepreload'});
var s=d.createElement('script');s.type='module';s.text=d.querySelector('script[type=later]').text;d.body.append(s)
}
var painted=new Promise(function(r){try{new PerformanceObserver(r).observe({type:'paint',buffered:true})}catch(e){r()}});
Promise.all([painted].concat([].map.call(d.images,function(i){return i.fetchPriority!='high'||i.complete||new Promise(function(r){i.addEventListener('load',r);i.addEventListener('error',r)})})))
.then(function(){requestAnimationFrame(function(){requestAnimationFrame(go)})});
['pointerdown','keydown','focusin'].forEach(function(e){addEventListener(e,go,true)});
setTimeout(go,2000)
})`

export function scriptsAfterPictures(html: string): string {
  if (!html.includes(START) || !FIRST_PICTURE.test(html)) return html.replaceAll(PRELOAD, LOW_PRELOAD)
  return html
    .replaceAll(PRELOAD, '<link rel="later"')
    .replace(START, '<script type="later">')
    .replace('</head>', `<script>${BEGIN.replaceAll('\n', '')}</script></head>`)
}
