"use server";

import { signOut as signOutHere } from "@/lib/auth/sign-out";

export const signOut = signOutHere;
