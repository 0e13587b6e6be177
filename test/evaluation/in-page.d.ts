/** Types of in-page.js, which needs the names of a browser that nothing else here has. */
export declare function sidewaysRoom(): number;
export declare function faintTexts(): string[];
export declare function collidingLabels(): string[];
export declare function plotSides(): number[];
