import { PanelBones } from '../../ui/bones.tsx'
import { SignedIn } from '../../data/signed-in.tsx'
import { CheckoutSteps } from './checkout-steps.tsx'

export default function CheckoutScreen() {
  return (
    <div className="wrap pb-16">
      <title>Checkout · Shringar</title>
      <meta name="robots" content="noindex" />
      <div className="mx-auto max-w-[720px] pt-7">
        <SignedIn waiting={<PanelBones lines={8} />}>{(user, profile) => <CheckoutSteps user={user} profile={profile} />}</SignedIn>
      </div>
    </div>
  )
}
