"use server";

import { signOut as signOutHere } from "@/lib/service/auth/sign-out";

export const signOut = signOutHere;
