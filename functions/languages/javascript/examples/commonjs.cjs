#!/usr/bin/env node
const fs = require('fs');
const { join, resolve: toAbsolute } = require('node:path');
const helper = require('./helper').helper;
require('./setup')(fs);
var index = (module.exports = require('./lib'));

exports.first = first;
exports.second = function () {
  return join('a', helper());
};
module.exports.third = (x) => x;
module.exports = { first, renamed: exports.second, inline() {}, arrow: () => fs.read() };

function first() {
  const late = require('./late');
  return late.work();
}
