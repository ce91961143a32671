/** Preact as this page uses it: `h(tag, props, ...children)`, no compile step. */
export { h, Fragment, render } from 'preact';
export {
  useState, useEffect, useLayoutEffect, useMemo, useRef, useCallback, useReducer,
} from 'preact/hooks';

/**
 * Class names that apply.
 * @param {...(string|false|null|undefined)} names
 * @returns {string}
 */
export const classes = (...names) => names.filter(Boolean).join(' ');
