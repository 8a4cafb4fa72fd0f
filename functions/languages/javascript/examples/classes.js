/**
 * @fileoverview Classes, prototypes and objects.
 */
import Base, { mixin } from './base.js';

/** A store of things. */
export class Store extends Base {
  static count = 0;
  #items = new Map();
  handler = (event) => this.save(event);
  static create = async () => new Store();

  constructor(name, { size = 3, parent: { id }, ...options } = {}) {
    super(name);
    this.name = name;
    this.close = () => {
      this.flush();
    };
    Store.count += 1;
  }

  get size() {
    return this.#items.size;
  }

  set size(value) {
    this.#items.clear();
  }

  static async *pages(...urls) {
    for await (const url of urls) yield fetch(url);
  }

  #save(key) {
    return super.save(key)?.then((done) => done.ok);
  }

  ['computed' + 1]() {}

  static {
    register(Store);
  }
}

export default class extends mixin(Base, Other.Kind) {}

const Anonymous = class Named {
  run() {}
};

function Legacy(name) {
  this.name = name;
  this.greet = function () {
    return this.name;
  };
}
Legacy.prototype.leave = function leaveInner() {};
Legacy.prototype = {
  stay() {},
  go: function () {},
};
Legacy.of = (name) => new Legacy(name);

const api = {
  get() {
    return api.nested.deep();
  },
  post: async (body) => send(body),
  'quoted-name': function () {},
  nested: {
    deep() {},
  },
  get current() {
    return 1;
  },
  size: 3,
};
