import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import * as say from '#words/checkout.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { refusalText } from './refusal-text.ts'
import { stepPath } from './steps.tsx'
import type { PlacingState } from './use-place-order.ts'

type AnswerPanelProps = { answer: Extract<PlacingState, { kind: 'answered' }>; newTotal: number; onCheckAgain: () => void }

/** The result of the order that was sent. It is mounted again for every answer and takes the focus, because the pressed button may be below it. */
export function AnswerPanel({ answer, newTotal, onCheckAgain }: AnswerPanelProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.focus(), [])
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="mb-5 grid justify-items-start gap-3 rounded-md border-l-4 border-cancelled bg-cancelled-tint px-5 py-4 outline-offset-2"
    >
      <Words answer={answer} newTotal={newTotal} onCheckAgain={onCheckAgain} />
    </div>
  )
}

function Words({ answer: { result, shownTotal }, newTotal, onCheckAgain }: AnswerPanelProps) {
  if (result.kind === 'unknown') {
    return (
      <>
        <p>{say.noAnswer}</p>
        <Button onClick={onCheckAgain}>{say.checkAgain}</Button>
      </>
    )
  }
  if (result.kind === 'signed-out') {
    return (
      <>
        <p>{say.sessionEnded}</p>
        <ButtonLink to="/login" state={{ from: '/checkout?step=review' }}>
          {say.login}
        </ButtonLink>
      </>
    )
  }
  if (result.kind === 'invalid') {
    return (
      <>
        <p className="font-semibold">{say.notTakenBecause(Object.values(result.fields).join(' · '))}</p>
        <ButtonLink to={stepPath('address')} replace preventScrollReset>
          {say.changeTheAddress}
        </ButtonLink>
      </>
    )
  }
  const text = refusalText(result.code, result.lines, shownTotal, newTotal, result)
  return (
    <>
      <p className="font-semibold">{text.title}</p>
      {text.lines.length > 0 ? (
        <ul className="num grid gap-1">
          {text.lines.map((line) => (
            <li key={line.id}>{line.text}</li>
          ))}
        </ul>
      ) : null}
      {text.next === 'cart' ? <ButtonLink to="/cart">{say.editCart}</ButtonLink> : null}
      {text.next === 'address' ? (
        <ButtonLink to={stepPath('address')} replace preventScrollReset>
          {say.changeTheAddress}
        </ButtonLink>
      ) : null}
      {text.next === 'payment' ? (
        <ButtonLink to={stepPath('payment')} replace preventScrollReset>
          {say.chooseAnotherWay}
        </ButtonLink>
      ) : null}
      {text.next === 'order' ? (
        <ButtonLink to={result.orderId === undefined ? '/my-orders' : `/order-confirmation/${result.orderId}`}>
          {result.orderId === undefined ? say.seeMyOrders : say.seeTheOrder}
        </ButtonLink>
      ) : null}
      {text.next === 'contact' ? <ButtonLink to="/contact">{say.writeToUs}</ButtonLink> : null}
      {text.next === 'orders' ? (
        <Link to="/my-orders" className="link">
          {say.seeMyOrders}
        </Link>
      ) : null}
    </>
  )
}
