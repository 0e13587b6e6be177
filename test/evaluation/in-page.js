/** What a test asks of a page. Each function is sent into the browser alone, so it is whole by itself. */

/** Pixels by which the page is wider than the screen: plots and tables scroll inside their own frame. */
export function sidewaysRoom() {
  return document.documentElement.scrollWidth - document.documentElement.clientWidth;
}

/** Texts whose contrast is below 4.5 to 1, the bound of WCAG 2.2 for body text. */
export function faintTexts() {
  const channels = (colour) => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (colour) => {
    const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const ground = (element) => {
    for (let at = element; at !== null; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (channels(colour)[3] !== 0) return colour;
    }
    return getComputedStyle(document.body).backgroundColor;
  };
  return [...document.querySelectorAll('body *')]
    .filter((element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim() !== ''))
    .filter((element) => !['title', 'style'].includes(element.tagName.toLowerCase()))
    .filter((element) => {
      const style = getComputedStyle(element);
      const ink = luminance(element instanceof SVGElement ? style.fill : style.color);
      const behind = luminance(ground(element));
      return (Math.max(ink, behind) + 0.05) / (Math.min(ink, behind) + 0.05) < 4.5;
    })
    .map((element) => element.textContent ?? '');
}

/** Pairs of labels of one plot that lie on each other. */
export function collidingLabels() {
  return [...document.querySelectorAll('svg')].flatMap((plot) => {
    const labels = [...plot.querySelectorAll('text')].map((label) => ({
      text: label.textContent ?? '',
      box: label.getBoundingClientRect(),
    }));
    return labels.flatMap((one, at) =>
      labels
        .slice(at + 1)
        .filter(
          ({ box }) =>
            Math.min(box.right, one.box.right) - Math.max(box.left, one.box.left) > 1 &&
            Math.min(box.bottom, one.box.bottom) - Math.max(box.top, one.box.top) > 2,
        )
        .map((other) => `${one.text} × ${other.text}`),
    );
  });
}

/** The shorter side of each plot, in pixels. */
export function plotSides() {
  return [...document.querySelectorAll('svg')].map((plot) => {
    const { width, height } = plot.getBoundingClientRect();
    return Math.min(width, height);
  });
}
