import { parse } from 'pg-connection-string'
import { describe, expect, test } from 'vitest'
import { addressProblem, loginOf, singleAddresses, withLogin } from './address.ts'

const SEVERAL = 'postgresql://owner:s%40cret,1@one.example:5433,two.example/shop?target_session_attrs=read-write&sslmode=verify-full'

describe('an address with several hosts', () => {
  test('becomes one for each host, with its own port, the same login and the same options of TLS', () => {
    expect(singleAddresses(SEVERAL)).toEqual([
      'postgresql://owner:s%40cret,1@one.example:5433/shop?sslmode=verify-full',
      'postgresql://owner:s%40cret,1@two.example/shop?sslmode=verify-full',
    ])
    expect(singleAddresses('postgres://o:p@[::1]:5433,[fe80::1]:5434/shop')).toEqual(['postgres://o:p@[::1]:5433/shop', 'postgres://o:p@[fe80::1]:5434/shop'])
  })

  test('keeps its hosts and options with another login', () => {
    const other = withLogin(SEVERAL, 'shop_mail', 'a/b@c:d')
    expect(loginOf(other)).toBe('shop_mail')
    expect(singleAddresses(other).map((one) => parse(one))).toMatchObject([
      { host: 'one.example', port: '5433', user: 'shop_mail', password: 'a/b@c:d', database: 'shop' },
      { host: 'two.example', port: '', user: 'shop_mail', password: 'a/b@c:d', database: 'shop' },
    ])
    expect(other).toContain('@one.example:5433,two.example/shop?target_session_attrs=read-write&sslmode=verify-full')
  })
})

test('an address with one host stays as it is', () => {
  const one = 'postgresql://owner:secret@db.example:5433/shop?sslmode=no-verify&options=-c%20jit%3Doff'
  expect(singleAddresses(one)).toEqual([one])
  expect(loginOf(one)).toBe('owner')
  expect(withLogin(one, 'shop_mail', 'x')).toBe('postgresql://shop_mail:x@db.example:5433/shop?sslmode=no-verify&options=-c%20jit%3Doff')
})

describe('as a setting', () => {
  test.each([
    'postgresql://owner:secret@db.example:5433/shop',
    'postgres://owner@db.example',
    'postgresql:///shop?host=/run/postgresql',
    SEVERAL,
    'postgresql://o:p@10.0.0.1:5432,10.0.0.1:5433,[::1]/shop?target_session_attrs=primary',
  ])('%s is valid', (address) => expect(addressProblem(address)).toBeNull())

  test.each([
    ['mysql://db/shop', 'must be a postgresql:// address'],
    ['postgresql://one:port,two/shop', 'must be a postgresql:// address'],
    ['postgresql://one,two two/shop', 'must be a postgresql:// address'],
    ['postgresql://one,/shop', 'must name each host between its commas'],
    ['postgresql://one,:5433/shop', 'must be a postgresql:// address'],
    ['postgresql://one,two/shop?target_session_attrs=any', 'must have target_session_attrs=read-write, or none: the shop writes'],
    ['postgresql://one/shop?target_session_attrs=standby', 'must have target_session_attrs=read-write, or none: the shop writes'],
    ['postgresql://one,two/shop?port=5433,5434', 'must name its hosts and ports before the name of the database only'],
    [`postgresql://${'db,'.repeat(8)}db/shop`, 'must have at most 8 hosts'],
  ])('%s is refused', (address, problem) => expect(addressProblem(address)).toBe(problem))
})
