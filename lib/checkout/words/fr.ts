import type { PageWords } from "@/lib/checkout/words/page-words";

/** French. Reader: vous. Terms: as in `sdks/browser/src/words`. */
export const fr: PageWords = {
  title: "{amount} à {shop}",
  description: "Payez {amount} à {shop} depuis votre portefeuille, par code QR ou par adresse.",
  detected: "Paiement détecté",
  closing: "Le délai a expiré",
  amountToSend: "Montant à envoyer",
  addressHint: "Scannez l’adresse, ou copiez-la dans votre portefeuille ou votre plateforme d’échange.",
  linkHint: "Pour les portefeuilles compatibles. Si rien ne s’ouvre, payez plutôt à l’adresse.",
  openIn: "Ouvrir dans {wallet}",
  confirmingName: "En cours de confirmation",
  sendRemaining:
    "Envoyez le reste à la même adresse avant l’expiration du délai. Ce que vous avez déjà payé est pris en compte.",
  confirmingTitle: "Votre paiement est en route",
  confirmingText: "La confirmation prend environ une minute. Vous n’avez plus rien à faire. Ne payez pas à nouveau.",
  latePayment: "Paiement tardif",
  latePaymentText:
    "Votre paiement est arrivé après l’expiration du délai et n’a pas été pris en compte. Contactez le commerçant.",
  backToShop: "Retour à {shop}",
  returning: "Retour à {host}",
  inSeconds: "dans {seconds} s",
  stay: "Rester ici",
  receipt: "Reçu",
  referenceName: "Référence",
  terminal: "Terminal",
  createdAt: "Créé",
  transaction: "Transaction",
  notPaid: "Non payé",
  openReceipt: "Imprimer le reçu",
  print: "Imprimer",
  backToPayment: "Retour au paiement",
  notFoundText:
    "Le lien est peut-être incomplet. Rouvrez-le là où vous l’avez reçu, ou demandez-en un autre au commerçant.",
  language: "Langue",
  pageBy: "Page de paiement par {app}",
};
