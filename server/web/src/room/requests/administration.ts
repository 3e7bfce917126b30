// Accounts, reports and chat, for operators. Only their pages need it.
import type { AccountKind, AccountOrder, AccountPage, AccountShown, ChatPage, OperationPage, ReportPage, ResetCode } from "cardroom-bot/protocol";
import { room } from "../room";

const { line } = room;

export const findAccounts = async (text: string, which: AccountKind, from: number): Promise<AccountPage | null> =>
  (await line.try("FindAccounts", { text, which, from }))?.AccountPage ?? null;

export const getAccount = async (account: string): Promise<AccountShown | null> =>
  (await line.try("GetAccount", { account }))?.AccountShown ?? null;

export const listOperations = async (account: string | null, from: number): Promise<OperationPage | null> =>
  (await line.try("ListOperations", { account, from }))?.OperationPage ?? null;

/** Gives an order about an account. Returns the code for a password, if the order makes one. */
export const administer = async (order: AccountOrder, reason: string): Promise<ResetCode | null> =>
  (await line.ask("Administer", { reason, order })).ResetCode ?? null;

export const listReports = async (open: boolean, from: number): Promise<ReportPage | null> =>
  (await line.try("ListReports", { open, from }))?.ReportPage ?? null;

export const searchChat = async (text: string, account: string | null, from: number): Promise<ChatPage | null> =>
  (await line.try("SearchChat", { text, account, table: null, from }))?.ChatPage ?? null;
