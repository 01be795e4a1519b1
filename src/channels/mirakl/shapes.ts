// Whether what Mirakl sent is what is read here: amounts that are amounts, dates that are dates.
import { isAmount } from '../../model/money.ts';
import { readInstant } from '../../model/time.ts';
import type { ConnectOrder, ConnectProduct, MarketplaceOffer, MarketplaceOrder } from './native.ts';

export const isConnectOrder = (value: unknown): value is ConnectOrder =>
  has(value, 'id', isText) &&
  has(value, 'status', isText) &&
  has(value, 'created_at', isDate) &&
  has(value, 'updated_at', isDate) &&
  has(value, 'order_lines', listOf(isConnectLine));

const isConnectLine = (value: unknown): boolean =>
  has(value, 'id', isText) &&
  has(value, 'product', isObject) &&
  has(value, 'status', isText) &&
  has(value, 'quantity', isCount) &&
  has(value, 'price', isConnectMoney) &&
  has(value, 'total_shipping_price', isConnectMoney) &&
  has(value, 'taxes', absentOr(listOf(isConnectTax))) &&
  has(value, 'shipping_taxes', absentOr(listOf(isConnectTax))) &&
  has(value, 'adjustments', absentOr(listOf(isConnectAdjustment)));

const isConnectAdjustment = (value: unknown): boolean =>
  has(value, 'type', isText) &&
  has(value, 'quantity', isCount) &&
  has(value, 'price', isConnectMoney) &&
  has(value, 'shipping_price', isConnectMoney) &&
  has(value, 'taxes', absentOr(listOf(isConnectTax))) &&
  has(value, 'shipping_taxes', absentOr(listOf(isConnectTax)));

export const isConnectProduct = (value: unknown): value is ConnectProduct =>
  has(value, 'id', isText) &&
  has(value, 'standard_prices', absentOr(listOf(isConnectPrice))) &&
  has(value, 'discount_prices', absentOr(listOf(isConnectPrice))) &&
  has(value, 'quantities', absentOr(listOf((one) => has(one, 'available_quantity', isCount))));

export const isMarketplaceOrder = (value: unknown): value is MarketplaceOrder =>
  has(value, 'order_id', isText) &&
  has(value, 'order_state', isText) &&
  has(value, 'currency_iso_code', isText) &&
  has(value, 'created_date', isDate) &&
  has(value, 'last_updated_date', isDate) &&
  amounts(value, 'price', 'shipping_price', 'total_price') &&
  has(value, 'order_taxes', absentOr(listOf((tax) => amounts(tax, 'total_amount')))) &&
  has(value, 'order_lines', listOf(isMarketplaceLine));

const isMarketplaceLine = (value: unknown): boolean =>
  has(value, 'order_line_id', isText) &&
  has(value, 'order_line_state', isText) &&
  has(value, 'quantity', isCount) &&
  amounts(value, 'price_unit', 'price', 'shipping_price') &&
  has(value, 'origin_unit_price', absentOr(isAmount)) &&
  ['taxes', 'shipping_taxes', 'fees'].every((name) => has(value, name, absentOr(isAmounts))) &&
  has(value, 'cancelations', absentOr(listOf(isTakeback))) &&
  has(value, 'refunds', absentOr(listOf(isTakeback)));

const isTakeback = (value: unknown): boolean =>
  has(value, 'amount', absentOr(isAmount)) &&
  has(value, 'shipping_amount', absentOr(isAmount)) &&
  ['taxes', 'shipping_taxes', 'fees'].every((name) => has(value, name, absentOr(isAmounts)));

export const isMarketplaceOffer = (value: unknown): value is MarketplaceOffer =>
  has(value, 'offer_id', (id) => isText(id) || isCount(id)) &&
  has(value, 'active', (flag) => typeof flag === 'boolean') &&
  has(value, 'currency_iso_code', isText) &&
  has(value, 'quantity', absentOr(isCount)) &&
  has(value, 'price', absentOr(isAmount)) &&
  has(value, 'applicable_pricing', absentOr(isPricing)) &&
  has(value, 'warehouses', absentOr(listOf((one) => has(one, 'quantity', isCount))));

const isPricing = (value: unknown): boolean =>
  amounts(value, 'price') && has(value, 'unit_origin_price', absentOr(isAmount));

type Test = (value: unknown) => boolean;

function has(record: unknown, name: string, test: Test): boolean {
  return isObject(record) && test((record as Record<string, unknown>)[name]);
}

function listOf(test: Test): Test {
  return (value) => Array.isArray(value) && value.every(test);
}

function absentOr(test: Test): Test {
  return (value) => value === undefined || value === null || test(value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null;
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

function isDate(value: unknown): boolean {
  return typeof value === 'string' && readInstant(value) !== undefined;
}

function amounts(record: unknown, ...names: string[]): boolean {
  return names.every((name) => has(record, name, isAmount));
}

function isAmounts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => amounts(one, 'amount'));
}

function isConnectMoney(value: unknown): boolean {
  return amounts(value, 'amount') && has(value, 'currency', isText);
}

function isConnectTax(value: unknown): boolean {
  return has(value, 'amount', isConnectMoney);
}

function isConnectPrice(value: unknown): boolean {
  return has(value, 'price', isConnectMoney);
}
