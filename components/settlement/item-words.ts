import { attentionKinds, attentionResolutions } from "@/lib/messages/en/attention";

export const KIND_WORDS = attentionKinds;
export const RESOLUTION_WORDS = attentionResolutions;
