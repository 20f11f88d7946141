import type { PageWords } from "@/lib/checkout/words/page-words";

/** Indonesian. Reader: Anda. Terms: as in `sdks/browser/src/words`. */
export const id: PageWords = {
  title: "{amount} untuk {shop}",
  description: "Bayar {amount} ke {shop} dari dompet Anda, dengan kode QR atau alamat.",
  detected: "Pembayaran terdeteksi",
  closing: "Waktu habis",
  amountToSend: "Jumlah yang dikirim",
  addressHint: "Pindai alamat, atau salin ke dompet atau bursa Anda.",
  linkHint: "Untuk dompet yang didukung. Jika tidak ada yang terbuka, bayar ke alamat.",
  openIn: "Buka di {wallet}",
  confirmingName: "Sedang dikonfirmasi",
  sendRemaining: "Kirim sisa tagihan ke alamat yang sama sebelum waktu habis. Yang sudah Anda bayar tetap dihitung.",
  confirmingTitle: "Pembayaran Anda dalam perjalanan",
  confirmingText:
    "Konfirmasi memerlukan sekitar satu menit. Tidak ada lagi yang perlu dilakukan. Jangan membayar lagi.",
  latePayment: "Pembayaran terlambat",
  latePaymentText: "Pembayaran Anda tiba setelah batas waktu dan tidak diperhitungkan. Hubungi toko.",
  backToShop: "Kembali ke {shop}",
  returning: "Kembali ke {host}",
  inSeconds: "dalam {seconds} dtk",
  stay: "Tetap di sini",
  receipt: "Struk",
  referenceName: "Referensi",
  terminal: "Terminal",
  createdAt: "Dibuat",
  transaction: "Transaksi",
  notPaid: "Belum dibayar",
  openReceipt: "Cetak struk",
  print: "Cetak",
  backToPayment: "Kembali ke pembayaran",
  notFoundText:
    "Tautan mungkin tidak lengkap. Buka lagi dari tempat Anda mendapatkannya, atau minta yang baru kepada toko.",
  language: "Bahasa",
  pageBy: "Halaman pembayaran oleh {app}",
};
