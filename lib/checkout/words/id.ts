import type { PageWords } from "@/lib/checkout/words/page-words";

export const id: PageWords = {
  title: "{amount} untuk {shop}",
  description: "Bayar {amount} ke {shop} dari dompet, dengan kode QR atau alamat.",
  seen: "Terlihat di jaringan",
  closing: "Waktu habis",
  amountToSend: "Jumlah yang dikirim",
  addressHint: "Pindai alamat, atau salin ke dompet atau bursa Anda.",
  linkHint: "Untuk dompet yang mengenal tautan pembayaran ini. Jika tidak ada yang terbuka, bayar ke alamat.",
  openIn: "Buka di {wallet}",
  onItsWay: "Dalam perjalanan",
  stillToSend: "Masih harus dikirim",
  restToSameAddress: "Kirim sisanya ke alamat yang sama sebelum waktu habis. Yang sudah diterima tidak hilang.",
  confirmingTitle: "Pembayaran Anda dalam perjalanan.",
  confirmingText:
    "Jaringan mengonfirmasinya dalam sekitar satu menit. Tidak ada lagi yang perlu dilakukan. Jangan bayar lagi.",
  arrivedLate: "Datang terlambat",
  arrivedLateText:
    "Uang ini datang setelah waktu berakhir dan tidak otomatis dihitung. Toko melihatnya. Tunjukkan halaman ini.",
  backToShop: "Kembali ke {shop}",
  goingBack: "Anda akan kembali ke {host}",
  inSeconds: "dalam {seconds} dtk",
  stay: "Tetap di sini",
  receipt: "Struk",
  referenceName: "Referensi",
  terminal: "Terminal",
  createdAt: "Dibuat",
  transaction: "Transaksi",
  notPaid: "Belum dibayar",
  openReceipt: "Struk untuk dicetak",
  print: "Cetak",
  backToPayment: "Kembali ke pembayaran",
  notFoundText:
    "Tautan mungkin terpotong. Buka lagi dari tempat Anda mendapatkannya, atau minta yang baru kepada toko.",
  language: "Bahasa",
  pageBy: "Halaman pembayaran oleh {app}",
};
