"use client";

import {
  type ComponentProps,
  createContext,
  type ReactNode,
  type SubmitEvent,
  startTransition,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from "react";
import { Button, type ButtonProps } from "./button";
import { useKeepOpen } from "./dialog-hold";
import { FormError } from "./form-error";
import { useHydrated } from "./use-hydrated";

type State = { pending: boolean; error?: ReactNode };

const FormContext = createContext<State>({ pending: false });

type Props = Omit<ComponentProps<"form">, "action"> & {
  /** gets the submitted values; usually calls `run` of `useAction` */
  action: (data: FormData) => void;
  /** `busy` of `useAction` */
  pending?: boolean;
  /** an error of the whole form, shown by `FormActions`; errors of one field belong to its `Field` */
  error?: ReactNode;
};

/**
 * A form that keeps its values after an error, can't be submitted twice at once, and then focuses the first invalid
 * field. The server validates. Until hydration it can't be submitted: the browser would reload the page without the
 * values. To show what was saved, key its fields by that, not the form, which keeps the focus in place of a field that
 * is replaced.
 */
export function Form({ action, pending = false, error, onSubmit, className = "", children, ...rest }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const sent = useRef(false);
  const focused = useRef<HTMLElement>(null);
  useKeepOpen("act", pending);

  useEffect(() => {
    if (pending || !sent.current) return;
    sent.current = false;
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [pending]);

  // after every render, since any can replace the field that had the focus
  useLayoutEffect(() => {
    const was = focused.current;
    if (!form.current || !was || was.isConnected || document.activeElement !== document.body) return;
    replacement(form.current, was)?.focus({ preventScroll: true });
  });

  // not React's own `action`, which resets the form even after an error
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    event.preventDefault();
    if (pending) return;
    sent.current = true;
    const data = new FormData(event.currentTarget, (event.nativeEvent as globalThis.SubmitEvent).submitter);
    startTransition(() => action(data));
  };

  return (
    <FormContext value={{ pending, error }}>
      <form
        noValidate
        method="post"
        {...rest}
        ref={form}
        onSubmit={submit}
        onFocus={({ currentTarget, target }) => {
          // React's event also comes from a popup of a control, which stands elsewhere
          focused.current = currentTarget.contains(target) ? target : null;
        }}
        onBlur={() => {
          focused.current = null;
        }}
        className={`flex flex-col gap-5 ${className}`}
      >
        {children}
      </form>
    </FormContext>
  );
}

/** True while the surrounding form is being submitted. */
export function useFormPending(): boolean {
  return useContext(FormContext).pending;
}

/** The control of the same name; the submit button where there is none, or several. */
function replacement(form: HTMLFormElement, gone: HTMLElement): HTMLElement | null {
  const named = form.elements.namedItem(gone.getAttribute("name") ?? "");
  return named instanceof HTMLElement ? named : form.querySelector<HTMLElement>('[type="submit"]');
}

/** Submits the surrounding form; pending while the form is. */
export function SubmitButton({ size = "small", disabled, className = "", ...rest }: ButtonProps) {
  const { pending } = useContext(FormContext);
  const isEarly = !useHydrated();
  return (
    <Button
      {...rest}
      size={size}
      type="submit"
      pending={pending || rest.pending}
      // a disabled default button also keeps the Enter key from submitting
      disabled={isEarly || disabled}
      className={isEarly ? `${className} opacity-100!` : className}
    />
  );
}

const ALIGNED = { end: "sm:flex-row sm:justify-end", start: "sm:flex-row-reverse sm:justify-end", stretch: "" };

/** The end of a form or dialog: its error, then the buttons, the primary one last in the markup. */
export function FormActions({ align = "end", children }: { align?: keyof typeof ALIGNED; children: ReactNode }) {
  const { error } = useContext(FormContext);
  return (
    <div className="flex flex-col gap-4">
      <FormError>{error}</FormError>
      <div className={`flex flex-col-reverse gap-2 ${ALIGNED[align]}`}>{children}</div>
    </div>
  );
}
