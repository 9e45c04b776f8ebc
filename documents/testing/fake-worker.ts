/** A fake worker process for the tests of the PDF worker: its job says how it behaves. */
process.on('message', (job) => {
  switch (job) {
    case 'exit':
      return process.exit(3)
    case 'die':
      return process.kill(process.pid, 'SIGKILL')
    case 'hang':
      for (;;);
    case 'refuse':
      return process.send?.({ error: 'no such font' })
    case 'environment':
      return process.send?.({ error: Object.keys(process.env).join(' ') })
    case 'who':
      return process.send?.({ pdf: new TextEncoder().encode(String(process.pid)) })
  }
})
process.on('disconnect', () => process.exit())
