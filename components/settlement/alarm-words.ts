import { alarmMessages } from "@/lib/messages/en/settlement";

export const ALARM_WORDS = alarmMessages;
