// What is programmed stage by stage: the stages stand on the page, the work is done in a cell.

class StagesInput extends ProgramInput {
  constructor(input) {
    super(input);
    this.element = make("div", {},
      make("ol", { class: "mx-stages" }, ...input.stages.map((stage) => make("li", {}, stage))),
      this.element);
  }
}

INPUTS.stages = StagesInput;
