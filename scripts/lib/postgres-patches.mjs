/** The version of the driver that the patches below were written for. */
export const VERSION = "3.4.9";

/** By file of postgres/src: pairs of text, the text in the file and its replacement. */
export const PATCHES = {
  "connection.js": [
    // `begin` takes its connection for itself also when nothing more may be sent on it for now; it failed as unsafe.
    [
      `      return write(toBuffer(q))
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
        && (!q.options.onexecute || q.options.onexecute(connection))
`,
      `      const written = write(toBuffer(q))
      const shared = !q.options.onexecute || q.options.onexecute(connection)
      return written
        && shared
        && !q.describeFirst
        && !q.cursorFn
        && sent.length < max_pipeline
`,
    ],
    // A statement on a connection that is gone is refused; it was written to a socket that is null, from a timer.
    [
      `    if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
`,
      `    if (terminated || !socket)
      return queryError(q, Errors.connection(terminated ? 'CONNECTION_DESTROYED' : 'CONNECTION_CLOSED', options)), true
`,
    ],
    // What is still to be said when the connection goes, as in an exchange of passwords, is not kept for the next one.
    [
      `  function write(x, fn) {
`,
      `  function write(x, fn) {
    if (!socket)
      return true

`,
    ],
    // A copy out of the database ends although its last rows made the socket pause, and one whose reader has gone is
    // read to its end, so that its connection can be used again. A copy into the database that the server refuses at
    // its end fails.
    [
      `    stream = new Stream.Readable({
      read() { socket.resume() }
    })
    query.resolve(stream)
  }

  /* c8 ignore next 3 */`,
      `    const own = stream = new Stream.Readable({
      read() { socket && socket.resume() },
      destroy(error, callback) {
        stream === own && (stream = null, socket && socket.resume())
        callback(error)
      }
    })
    query.resolve(stream)
  }

  /* c8 ignore next 3 */`,
    ],
    [
      `    stream && stream.push(null)
    stream = null
  }`,
      `    stream && stream.push(null)
    stream = null
    socket && socket.resume()
  }`,
    ],
    [
      `    stream && (stream.destroy(err), stream = null)
    query && queryError(query, err)`,
      `    stream && (stream.destroy(err), stream = null)
    final && (final(err), final = null)
    query && queryError(query, err)`,
    ],
    // Nothing of a lost connection reaches the one that takes its place: no timer, no half written message, no
    // statement that waits for an answer, no half read result. Every waiting caller is told, even if it was lost before
    // it was ready.
    [
      `    incomings = null
    clearImmediate(nextWriteTimer)
    socket.removeListener('data', data)`,
      `    incomings = null
    clearImmediate(nextWriteTimer)
    chunk = nextWriteTimer = null
    socket.removeListener('data', data)`,
    ],
    [
      `    if (initial)
      return reconnect()

    !hadError && (query || sent.length) && error(Errors.connection('CONNECTION_CLOSED', options, socket))
    closedTime = performance.now()`,
      `    const lost = Errors.connection('CONNECTION_CLOSED', options, socket)
        , next = hasNextHost()

    next || errored(lost)
    while (sent.length)
      queryError(sent.shift(), lost)
    query = errorResponse = results = final = null
    result = new Result()
    rows = 0

    if (next) {
      hostsLeft--
      hostIndex = (hostIndex + 1) % host.length
      return reconnect()
    }

    ended && (ended(), ending = ended = null)
    closedTime = performance.now()`,
    ],
    [
      `    onclose(connection, Errors.connection('CONNECTION_CLOSED', options, socket))
`,
      `    onclose(connection, lost)
`,
    ],
    // Of several hosts, each is tried once for a statement, and the statement fails with the error of the last one: it
    // never failed, and the hosts were tried again and again without a pause. One that doesn't answer, refuses the
    // login or isn't what `target_session_attrs` asks for is passed over too. The next connection begins with the host
    // that was found last.
    [
      `    , retries = 0
`,
      `    , hostsLeft = 0
    , retries = 0
`,
    ],
    [
      `      initial = query
      reconnect()
`,
      `      initial = query
      hostIndex = options.shared.host || 0
      hostsLeft = options.path ? 0 : host.length - 1
      reconnect()
`,
    ],
    [
      `    socket.port = port[hostIndex]

    hostIndex = (hostIndex + 1) % port.length
  }
`,
      `    socket.port = port[hostIndex]
  }

  function hasNextHost() {
    return initial && hostsLeft && !terminated
  }
`,
    ],
    [
      `    if (connection.queue === queues.connecting && options.host[retries + 1])
      return
`,
      `    if (hasNextHost())
      return
`,
    ],
    [
      `    errored(Errors.connection('CONNECT_TIMEOUT', options, socket))
`,
      `    error(Errors.connection('CONNECT_TIMEOUT', options, socket))
`,
    ],
    [
      `    } else {
      errored(Errors.postgres(parseError(x)))
    }`,
      `    } else {
      error(Errors.postgres(parseError(x)))
    }`,
    ],
    [
      `          return terminate()
      }

      if (needsTypes) {`,
      `          return socket.destroy(Errors.generic('25006', host[hostIndex] + ':' + port[hostIndex] + ' is not ' + target_session_attrs))
      }

      if (needsTypes) {`,
    ],
    [
      `      options.shared.retries = retries = 0
`,
      `      options.shared.retries = retries = 0
      options.shared.host = hostIndex
`,
    ],
    // A connection whose first questions fail is given up, and its failure is that of the statement which opened it,
    // told there. `start`, statements without parameters, is run after the host was found fit and before anything else.
    ["    `], [], execute)\n    types.forEach", "    `], [], execute).catch(() => [])\n    types.forEach"],
    [
      `      if (errorResponse) {
        query.retried`,
      `      if (errorResponse) {
        if (initial)
          return socket.destroy(errorResponse)

        query.retried`,
    ],
    [
      `    query.resolve = ([[a], [b]]) => {`,
      `    query.catch(noop)
    query.resolve = ([[a], [b]]) => {`,
    ],
    [
      `      if (needsTypes) {
        initial.reserve`,
      `      if (needsStart)
        return runStart()

      if (needsTypes) {
        initial.reserve`,
    ],
    [
      `    , needsTypes = options.fetch_types
    , backendParameters`,
      `    , needsTypes = options.fetch_types
    , needsStart = options.start
    , backendParameters`,
    ],
    [
      `      needsTypes = options.fetch_types
      statementId`,
      `      needsTypes = options.fetch_types
      needsStart = options.start
      statementId`,
    ],
    [
      `  function fetchState() {`,
      `  function runStart() {
    const query = new Query([needsStart], [], execute, null, { simple: true })
    needsStart = null
    query.catch(noop)
  }

  function fetchState() {`,
    ],
    // Required TLS that isn't offered is a failure with a name, as is a login that the driver doesn't know; it waited
    // for an answer. The certificate of an address is compared with that address.
    [
      `      if (!canSSL && ssl === 'prefer')
        return connected()
    }
`,
      `      if (!canSSL)
        return ssl === 'prefer'
          ? connected()
          : socket.destroy(Errors.generic('TLS_NOT_OFFERED', socket.host + ' offers no TLS'))
    }
`,
    ],
    [
      `      socket,
      servername: net.isIP`,
      `      socket,
      host: socket.host,
      servername: net.isIP`,
    ],
    [
      `    console.error('Postgres.js : Unknown Auth:', type) // eslint-disable-line`,
      `    socket.destroy(Errors.generic('UNKNOWN_LOGIN', 'the server asks for login method ' + type + ', which is not supported'))`,
    ],
    // A database that has answered isn't given up because the process was too busy to read it: the time to connect
    // passes in parts, and what has arrived is read between two of them.
    [
      `      , connectTimer = timer(connectTimedOut, options.connect_timeout)`,
      `      , connectTimer = timerInParts(connectTimedOut, options.connect_timeout)`,
    ],
    // A short message isn't held back until the one before it is acknowledged, which takes up to 40 ms: every copy into
    // the database ends with a short message.
    [
      `      keep_alive && socket.setKeepAlive`,
      `      socket.setNoDelay && socket.setNoDelay(true)
      keep_alive && socket.setKeepAlive`,
    ],
    // A machine that vanished says nothing, and Linux waits 15 minutes for its answer. While one is due, also to the
    // good-bye, the connection is looked at each time that connecting may take. If it has twice said nothing, its port
    // is tried: if that says nothing either, the machine is gone. A statement that merely takes long isn't touched. A
    // Unix socket has no address.
    [
      `        : (query = q, query.active = true)

      build(q)`,
      `        : (query = q, query.active = true)

      watch()
      build(q)`,
    ],
    [
      `      socket.readyState === 'open' && socket.end(b().X().end())`,
      `      socket.readyState === 'open' && (socket.end(b().X().end()), watch())`,
    ],
    [
      `    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()

    socket.removeAllListeners()`,
      `    idleTimer.cancel()
    lifeTimer.cancel()
    connectTimer.cancel()
    clearTimeout(watching)
    watching = null

    socket.removeAllListeners()`,
    ],
    [
      `    , closedTime = 0
`,
      `    , closedTime = 0
    , watching = null
`,
    ],
    [
      `  function error(err) {
`,
      `  function watch() {
    if (watching === null && !options.path && options.connect_timeout && socket)
      watchAgain(socket, socket.bytesRead, 0)
  }

  function watchAgain(own, heard, times) {
    watching = setTimeout(() => {
      if (own.bytesRead > heard)
        times = -1

      if (!query && !sent.length && !terminated)
        watching = null
      else if (++times < 2)
        watchAgain(own, own.bytesRead, times)
      else
        tryPort(own)
    }, 1000 * options.connect_timeout)
  }

  function tryPort(own) {
    const { remoteAddress: host, remotePort: port, bytesRead } = own
    if (!host)
      return watchAgain(own, bytesRead, 0)

    const trial = net.connect({ host, port })
        , limit = timerInParts(() => found(false), options.connect_timeout)

    limit.start()
    trial.on('connect', () => found(true))
    trial.on('error', err => UNREACHABLE.has(err.code) || found(true))

    function found(isThere) {
      limit.cancel()
      trial.destroy()
      if (own !== socket)
        return

      isThere || own.bytesRead > bytesRead
        ? watchAgain(own, own.bytesRead, 0)
        : own.destroy(Errors.connection('ETIMEDOUT', options, { host, port }))
    }
  }

  function error(err) {
`,
    ],
    [
      `const errorFields = {`,
      `const UNREACHABLE = new Set(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH', 'ENETDOWN'])

const errorFields = {`,
    ],
    [
      `function timer(fn, seconds) {`,
      `function timerInParts(fn, seconds) {
  if (!seconds)
    return { cancel: noop, start: noop }

  const parts = 10
  let left = 0
    , part = null

  return { cancel, start }

  function cancel() {
    clearTimeout(part)
  }

  function start() {
    cancel()
    left = parts
    next()
  }

  function next() {
    part = left-- > 0 ? setTimeout(next, seconds * 1000 / parts) : fn()
  }
}

function timer(fn, seconds) {`,
    ],
  ],
  "index.js": [
    // A pooler in transaction mode keeps no setting of a session. With `begin`, which makes the statements that begin a
    // transaction of its modes, each statement outside of any has its own, and its answer is that of the commit.
    [
      `    socket          : o.socket,
`,
      `    socket          : o.socket,
    start           : o.start,
    begin           : o.begin,
`,
    ],
    [
      `    if (open.length)
      return go(open.shift(), query)

    if (closed`,
      `    if (options.begin && !query.options.onexecute)
      return begin('', sql => sql.again(query)).then(query.resolve, query.reject)

    if (open.length)
      return go(open.shift(), query)

    if (closed`,
    ],
    [
      `  let ending = false
`,
      `  const beginWith = options.begin || (modes => 'begin ' + modes)
  let ending = false
`,
    ],
    [
      `      await sql.unsafe('begin ' + options.replace(/[^a-z ]/ig, ''), [], { onexecute }).execute()
`,
      `      await sql.unsafe(beginWith(options.replace(/[^a-z ]/ig, '')), [], { onexecute }).execute().catch(notBegun)
`,
    ],
    [
      `    async function scope(c, fn, name) {`,
      `    async function notBegun(error) {
      connection && await new Query(['rollback'], [], q => connection.execute(q), null, { simple: true }).catch(() => {})
      throw error
    }

    async function scope(c, fn, name) {`,
    ],
    [
      `      sql.savepoint = savepoint
`,
      `      sql.savepoint = savepoint
      sql.again = q => Object.assign(new Query(q.strings, q.args, handler, cancel, q.options), { isRaw: q.isRaw })
`,
    ],
    [
      `  if (!x || ['read-write'`,
      `  if (x === 'any')
    return null

  if (!x || ['read-write'`,
    ],
    // A reserved connection is got as one for a transaction is, and after its loss it is no longer the holder's:
    // neither runs what the holder says on a connection that has meanwhile become another caller's.
    [
      `    const c = open.length
      ? open.shift()
      : await new Promise((resolve, reject) => {
        const query = { reserve: resolve, reject }
        queries.push(query)
        closed.length && connect(closed.shift(), query)
      })

    move(c, reserved)
    c.reserved = () => queue.length
      ? c.execute(queue.shift())
      : move(c, reserved)
    c.reserved.release = true

    const sql = Sql(handler)
    sql.release = () => {
      c.reserved = null
      onopen(c)
    }

    return sql

    function handler(q) {
      c.queue === full`,
      `    let c
      , lost = null

    await sql.unsafe('select', [], { onexecute }).execute()

    const held = Sql(handler)
    held.release = () => {
      if (lost)
        return
      lost = Errors.connection('CONNECTION_ENDED', options)
      c.reserved = c.onclose = null
      onopen(c)
    }

    return held

    function onexecute(x) {
      c = x
      move(c, reserved)
      c.reserved = () => queue.length
        ? c.execute(queue.shift())
        : move(c, reserved)
      c.reserved.release = true
      c.onclose = e => {
        lost = e
        while (queue.length)
          queue.shift().reject(e)
      }
    }

    function handler(q) {
      lost ? q.reject(lost) : c.queue === full`,
    ],
    [
      `      , prepare = null

    try {`,
      `      , prepare = null
      , lost = null

    try {`,
    ],
    [
      `        new Promise((_, reject) => connection.onclose = reject)`,
      `        new Promise((_, reject) => connection.onclose = e => {
          lost = e
          while (queries.length)
            queries.shift().reject(e)
          reject(e)
        })`,
    ],
    [
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        c.queue === full`,
      `        q.catch(e => uncaughtError || (uncaughtError = e))
        lost ? q.reject(lost) : c.queue === full`,
    ],
  ],
};
