// Authentication-Results: the examples of RFC 8601, appendix B, and headers of senders who claim to be somebody else.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticateSender } from './authenticate-sender.ts'
import { parseAuthenticationResults } from './authentication-results.ts'

/** `method=result` and the properties. */
const parsed = (header: string) => {
  const found = parseAuthenticationResults(header)
  return (
    found && [
      found.authservId,
      ...found.results.map(({ method, result, properties }) =>
        [`${method}=${result}`, ...Array.from(properties, ([name, value]) => `${name}=${value}`)].join(' '),
      ),
    ]
  )
}

test('the examples of RFC 8601 are parsed', () => {
  const examples: Record<string, string[]> = {
    'example.org 1; none': ['example.org'],
    'example.com; spf=pass smtp.mailfrom=example.net': ['example.com', 'spf=pass smtp.mailfrom=example.net'],
    'example.com; auth=pass (cram-md5) smtp.auth=sender@example.net; spf=pass smtp.mailfrom=example.net': [
      'example.com',
      'auth=pass smtp.auth=sender@example.net',
      'spf=pass smtp.mailfrom=example.net',
    ],
    'example.com; iprev=pass policy.iprev=192.0.2.200': [
      'example.com',
      'iprev=pass policy.iprev=192.0.2.200',
    ],
    'example.com; dkim=pass (good signature) header.d=example.com': [
      'example.com',
      'dkim=pass header.d=example.com',
    ],
    'example.com; dkim=pass reason="good signature" header.i=@mail-router.example.net; dkim=fail reason="bad signature" header.i=@newyork.example.com':
      [
        'example.com',
        'dkim=pass reason=good signature header.i=@mail-router.example.net',
        'dkim=fail reason=bad signature header.i=@newyork.example.com',
      ],
    "foo.example.net (foobar) 1 (baz); dkim (Because I like it) / 1 (One yay) = (wait for it) fail policy (A dot can go here) . (like that) expired (this surprised me) = (as I wasn't expecting it) 1362471462":
      ['foo.example.net', 'dkim=fail policy.expired=1362471462'],
  }
  for (const [header, expected] of Object.entries(examples))
    assert.deepEqual(parsed(header), expected, header)
})

test('values chosen by the sender cannot become results', () => {
  assert.deepEqual(
    parsed('mx.example; spf=fail smtp.mailfrom="a; dmarc=pass header.from=b.example"@c.example'),
    ['mx.example', 'spf=fail smtp.mailfrom=a; dmarc=pass header.from=b.example@c.example'],
  )
  assert.deepEqual(parsed('mx.example; spf=fail (nested (; dmarc=pass) \\) ; dmarc=pass)'), [
    'mx.example',
    'spf=fail',
  ])
  assert.deepEqual(parsed('mx.example; spf=fail (never closed; dmarc=pass'), ['mx.example', 'spf=fail'])
  assert.deepEqual(parsed('mx.example; spf=fail reason="never closed; dmarc=pass'), [
    'mx.example',
    'spf=fail reason=',
  ])
  for (const header of ['', ';', 'mx.example 2; spf=pass', 'mx.example and more; spf=pass'])
    assert.equal(parsed(header), undefined, header)
})

type Line = [name: string, value: string]
const verdict = (...lines: Line[]) =>
  authenticateSender(
    lines.map(([name, value]) => ({ key: name.toLowerCase(), originalKey: name, value })),
    ['mx.kontor.example'],
  ).authentication

const from: Line = ['From', 'Anna Schmidt <anna@kunde.example>']
const received: Line = [
  'Received',
  'from out.kunde.example (out [192.0.2.1]) by mx.kontor.example with ESMTPS; Mon, 1 Jun 2026',
]
const says = (results: string, id = 'mx.kontor.example'): Line => [
  'Authentication-Results',
  `${id}; ${results}`,
]

test('DMARC decides; without a policy, SPF or DKIM of the domain of the sender does', () => {
  const verdicts: Record<string, string> = {
    'dmarc=pass header.from=kunde.example': 'pass',
    'dmarc=pass (p=reject) header.from=KUNDE.example': 'pass',
    'dmarc=pass': 'pass',
    'dmarc=pass header.from=other.example': 'fail',
    'dkim=pass header.d=kunde.example; dmarc=fail header.from=kunde.example': 'fail',
    'spf=pass smtp.mailfrom=anna@kunde.example; dmarc=none': 'pass',
    'spf=pass smtp.mailfrom=bounce.kunde.example': 'pass',
    'dkim=pass header.i=@kunde.example': 'pass',
    'dkim=fail header.d=kunde.example; dkim=pass header.d=kunde.example': 'pass',
    'spf=pass smtp.mailfrom=list.example; dkim=pass header.d=kunde.example': 'pass',
    'spf=pass smtp.mailfrom=attacker.example': 'fail',
    'spf=pass smtp.mailfrom="" smtp.helo=attacker.example': 'fail',
    'spf=pass smtp.mailfrom=notkunde.example': 'fail',
    'dkim=pass header.d=example': 'fail',
    'spf=softfail smtp.mailfrom=kunde.example': 'fail',
    'spf=fail smtp.mailfrom=kunde.example; dmarc=temperror': 'fail',
    none: 'none',
    'spf=none smtp.mailfrom=kunde.example; dkim=none; dmarc=none': 'none',
    'spf=neutral smtp.mailfrom=kunde.example': 'none',
    'spf=temperror smtp.mailfrom=kunde.example': 'unknown',
  }
  for (const [results, expected] of Object.entries(verdicts))
    assert.equal(verdict(received, says(results), from), expected, results)
})

test('only servers of the setting are believed, above the first Received header of another server', () => {
  const pass = 'dmarc=pass header.from=kunde.example'
  const foreign: Line = ['Received', 'from laptop by smtp.attacker.example with ESMTP; Mon, 1 Jun 2026']
  assert.equal(verdict(received, from), 'unknown')
  assert.equal(verdict(says(pass, 'mx.attacker.example'), received, from), 'unknown')
  assert.equal(verdict(says(pass, 'mx.kontor.example.attacker.example'), received, from), 'unknown')
  assert.equal(verdict(received, foreign, says(pass), from), 'unknown')
  assert.equal(verdict(received, says('dmarc=fail'), foreign, says(pass), from), 'fail')
  assert.equal(verdict(received, says('dmarc=fail'), says(pass), from), 'fail', 'the topmost header counts')
  assert.equal(
    verdict(['Received', 'by 2002:a05:6402::1 with SMTP id 1'], received, says(pass), from),
    'pass',
  )
  assert.equal(
    verdict(['Received', 'from mx.kontor.example by store.mx.kontor.example'], says(pass), from),
    'pass',
  )
  assert.equal(
    verdict(['Received', 'from x (by smtp.attacker.example) by mx.kontor.example'], says('dmarc=fail'), from),
    'fail',
    'a comment names no server',
  )
})

test('a mail with several senders has none that is proven', () => {
  const pass = says('dmarc=pass header.from=attacker.example')
  assert.equal(verdict(received, pass, ['From', 'x@attacker.example'], from), 'fail')
  assert.equal(verdict(received, pass, ['From', 'x@attacker.example, anna@kunde.example']), 'fail')
  assert.equal(verdict(received, pass, ['From', '"anna@kunde.example" <x@attacker.example>']), 'pass')
  assert.equal(verdict(received, pass), 'fail')
})
