// Draws the shapes of the pages: texture times colour, both as they are seen rather than in
// proportion to light. It takes the place of bevy_egui's own, which is exact but raises to a
// power six times a pixel: half of the time of a page that is drawn in software. Roots differ
// from it by less than a hundredth of a step of 8 bits.

struct Transform {
    scale: vec2<f32>,
    translation: vec2<f32>,
}

struct Vertex {
    @location(0) position: vec2<f32>,
    @location(1) uv: vec2<f32>,
    @location(2) color: vec4<f32>,
}

struct Fragment {
    @builtin(position) position: vec4<f32>,
    @location(0) color: vec4<f32>,
    @location(1) uv: vec2<f32>,
}

@group(0) @binding(0) var<uniform> transform: Transform;
@group(1) @binding(0) var image_texture: texture_2d<f32>;
@group(1) @binding(1) var image_sampler: sampler;

// The curve of sRGB, x^2.4 fitted as x^2 times a sum of roots of x.
fn light_of(seen: vec3<f32>) -> vec3<f32> {
    let x = (seen + 0.055) / 1.055;
    let root = sqrt(x);
    let power = x * x * (0.43359616 * sqrt(root) + 0.64144333 * root - 0.02941249 * x - 0.045627);
    return select(power, seen / 12.92, seen < vec3<f32>(0.04045));
}

// The other way, 1.055 x^(1/2.4) - 0.055 fitted as a sum of roots of x.
fn seen_of(light: vec3<f32>) -> vec3<f32> {
    let root = sqrt(light);
    let fourth = sqrt(root);
    let power = 0.69527283 * fourth + 0.65066494 * root - 0.32358764 * sqrt(fourth)
        - 0.01940451 * light - 0.00294562;
    return select(power, light * 12.92, light < vec3<f32>(0.0031308));
}

@vertex
fn vs_main(vertex: Vertex) -> Fragment {
    let position = vertex.position * transform.scale + transform.translation;
    return Fragment(vec4<f32>(position, 0.0, 1.0), vertex.color, vertex.uv);
}

@fragment
fn fs_main(fragment: Fragment) -> @location(0) vec4<f32> {
    let texel = textureSample(image_texture, image_sampler, fragment.uv);
    let seen = vec4<f32>(seen_of(texel.rgb), texel.a) * fragment.color;
    return vec4<f32>(light_of(seen.rgb), seen.a);
}
