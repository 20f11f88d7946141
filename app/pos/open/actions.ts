"use server";

import { publicAction } from "@/lib/auth/action";
import { asStranger } from "@/lib/auth/stranger";
import { OpenDeviceInput, openDeviceHere } from "@/lib/auth/till";

export const openDevice = publicAction(OpenDeviceInput, asStranger("device", openDeviceHere));
