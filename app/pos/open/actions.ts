"use server";

import { publicAction } from "@/lib/service/auth/action";
import { withAnonymousContext } from "@/lib/service/auth/anonymous";
import { OpenDeviceInput, openDeviceHere } from "@/lib/service/auth/pos-session";

export const openDevice = publicAction(OpenDeviceInput, withAnonymousContext("device", openDeviceHere));
