import type { PageWords } from "@/lib/checkout/words/page-words";

export const fr: PageWords = {
  title: "{amount} à {shop}",
  description: "Payez {amount} à {shop} depuis un portefeuille, par code QR ou par adresse.",
  seen: "Vu sur le réseau",
  closing: "Le temps est écoulé",
  amountToSend: "Montant à envoyer",
  addressHint: "Scannez l’adresse, ou copiez-la dans votre portefeuille ou votre plateforme d’échange.",
  linkHint: "Pour les portefeuilles qui connaissent ces liens de paiement. Si rien ne s’ouvre, payez à l’adresse.",
  openIn: "Ouvrir dans {wallet}",
  onItsWay: "En route",
  stillToSend: "Reste à envoyer",
  restToSameAddress: "Envoyez le reste à la même adresse avant la fin du temps. Rien de ce qui est reçu n’est perdu.",
  confirmingTitle: "Votre paiement est en route.",
  confirmingText:
    "Le réseau le confirme en une minute environ. Vous n’avez plus rien à faire. Ne payez pas de nouveau.",
  arrivedLate: "Arrivé trop tard",
  arrivedLateText:
    "Cet argent est arrivé après la fin et ne compte pas de lui-même. Le commerçant le voit. Montrez-lui cette page.",
  backToShop: "Retour à {shop}",
  goingBack: "Vous retournez à {host}",
  inSeconds: "dans {seconds} s",
  stay: "Rester ici",
  receipt: "Reçu",
  referenceName: "Référence",
  terminal: "Terminal",
  createdAt: "Créé",
  transaction: "Transaction",
  notPaid: "Non payé",
  openReceipt: "Reçu à imprimer",
  print: "Imprimer",
  backToPayment: "Retour au paiement",
  notFoundText:
    "Le lien est peut-être coupé. Rouvrez-le là où vous l’avez reçu, ou demandez-en un autre au commerçant.",
  language: "Langue",
  pageBy: "Page de paiement par {app}",
};
