// Voilà's front end always loads a typesetter for formulas, half a megabyte of it. A lesson
// without formulas gets this one, which has nothing to do.
window.MathJax = {
  Hub: {
    Config() {},
    Configured() {},
    Queue() {},
    Register: { StartupHook() {} },
  },
  Ajax: {},
};
