"use server";

import { publicAction } from "@/lib/auth/action";
import { withAnonymousContext } from "@/lib/auth/anonymous";
import { OpenDeviceInput, openDeviceHere } from "@/lib/auth/pos-session";

export const openDevice = publicAction(OpenDeviceInput, withAnonymousContext("device", openDeviceHere));
