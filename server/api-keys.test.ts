import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { signingOf } from './api-keys.ts'

const SECRET = 'a-secret-of-more-than-32-characters'
const PROJECT = {
  SUPABASE_URL: 'https://project.supabase.co',
  SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_0123456789abcdefghij',
  SUPABASE_SECRET_KEY: 'sb_secret_0123456789abcdefghij',
  DATABASE_URL: 'postgresql://postgres:secret@db.example/postgres',
}
const signing = (settings: Record<string, string>) => signingOf(readConfig(settings, { dev: false }), { jwt_secret: 'of this server' })

test('this server signs for keys unless a project answers for accounts', () => {
  expect(signing({})).toEqual({ secret: 'of this server', issuer: 'http://localhost:3000/auth/v1' })
  expect(signing({ ...PROJECT, UPSTREAM: 'rest', JWT_SECRET: SECRET })).toMatchObject({ secret: 'of this server' })
})

test('for a project its shared secret signs; without one nothing does', () => {
  expect(signing({ ...PROJECT, JWT_SECRET: SECRET })).toEqual({ secret: SECRET, issuer: 'https://project.supabase.co/auth/v1' })
  expect(signing({ ...PROJECT, JWT_SECRET: SECRET, SUPABASE_ISSUER: 'https://auth.example' })).toMatchObject({ issuer: 'https://auth.example' })
  expect(signing(PROJECT)).toBeNull()
  expect(signing({ ...PROJECT, UPSTREAM: 'auth,realtime' })).toBeNull()
})
