// What is programmed stage by stage: the stages and their tests stand on the page, the work is
// done in a cell.

class StagesInput extends ProgramInput {
  constructor(input) {
    super(input);
    this.element = make("div", {},
      make("ol", { class: "mx-stages" }, ...input.stages.map(({ name, tests }) => make("li", {},
        make("details", {}, make("summary", {}, name),
          make("pre", { tabindex: 0 }, make("code", {}, tests)))))),
      this.element);
  }
}

INPUTS.stages = StagesInput;
