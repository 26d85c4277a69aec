import { Component, type ComponentType, h } from 'preact';

/** Renders a component again only when one of its properties has changed. Tables may have hundreds of cells. */
export function memo<Props extends object>(Inner: ComponentType<Props>): ComponentType<Props> {
  return class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return (Object.keys(next) as (keyof Props)[]).some((name) => next[name] !== this.props[name]);
    }
    override render(props: Props) {
      return h(Inner, props);
    }
  };
}
