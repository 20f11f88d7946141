"use server";

import { publicAction } from "@/lib/auth/action";
import { OpenDeviceInput, openDeviceHere } from "@/lib/auth/pos-session";
import { asStranger } from "@/lib/auth/stranger";

export const openDevice = publicAction(OpenDeviceInput, asStranger("device", openDeviceHere));
