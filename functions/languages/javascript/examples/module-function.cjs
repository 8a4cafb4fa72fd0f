const { load } = require('./load');

/** Starts what is given. */
module.exports = function (parent, options) {
  load(parent, options);
};
