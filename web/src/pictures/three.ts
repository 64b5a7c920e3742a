/** Bodies of a scene -> WebGL by three.js, which is imported here and nowhere else. */
import * as THREE from 'three'
import { paint, type Theme } from './colours'
import { holds, momentAt, type Mesh, type Moment, type Scene, type ShapeOf } from './scene'
import { matrixAt, pointsOf, viewRows, type View } from './space'
import type { Space } from './startSpace'

const FIELD_OF_VIEW = 40

export function openSpace(canvas: HTMLCanvasElement): Space {
  const renderer = new THREE.WebGLRenderer({ canvas, antialias: true })
  const world = new World()
  return {
    draw: (scene, time, view, theme, width, height) => {
      if (canvas.width !== width || canvas.height !== height) renderer.setSize(width, height, false)
      world.show(scene, momentAt(scene.times, time), view, theme)
      renderer.render(world.scene, world.camera)
    },
    stop: () => {
      world.clear()
      renderer.dispose()
    },
  }
}

/** What three.js draws, made again when another scene comes. */
class World {
  readonly scene = new THREE.Scene()
  readonly camera = new THREE.PerspectiveCamera(FIELD_OF_VIEW, 1, 0.01, 1e5)
  #of: Scene | null = null
  #geometries: readonly THREE.BufferGeometry[] = []
  #bodies: readonly (readonly [ShapeOf<'body'>, THREE.Mesh<THREE.BufferGeometry, THREE.MeshLambertMaterial>])[] = []
  #tracks: readonly (readonly [ShapeOf<'track'>, THREE.Line<THREE.BufferGeometry, THREE.LineBasicMaterial>])[] = []
  #floor: THREE.GridHelper | null = null

  show(scene: Scene, moment: Moment, view: View, theme: Theme): void {
    if (scene.shapes !== this.#of?.shapes) this.#build(scene)
    this.scene.background = new THREE.Color(theme['ground'])
    for (const [body, mesh] of this.#bodies) {
      mesh.visible = holds(body.look.visible, moment)
      mesh.matrix.fromArray(matrixAt(body, moment)).transpose()
      mesh.material.color.set(paint(holds(body.look.highlight, moment) ? 'accent' : body.colour, moment, theme))
    }
    for (const [track, line] of this.#tracks) {
      line.visible = holds(track.look.visible, moment)
      line.geometry.setFromPoints(pointsOf(track, moment).map(([x, y, z]) => new THREE.Vector3(x, y, z)))
      line.material.color.set(paint(track.pen.colour, moment, theme))
    }
    if (this.#floor !== null) this.#floor.material.color.set(theme['axis'] ?? '#888')
    this.#look(view, scene)
  }

  /** The camera that `space.ts` projects with. */
  #look(view: View, scene: Scene): void {
    const [right, up, back] = viewRows(view)
    const [x, y, z] = view.target.map((each, i) => each + view.distance * (back[i] ?? 0))
    this.camera.matrixAutoUpdate = false
    this.camera.matrix.makeBasis(new THREE.Vector3(...right), new THREE.Vector3(...up), new THREE.Vector3(...back))
    this.camera.matrix.setPosition(x ?? 0, y ?? 0, z ?? 0)
    this.camera.matrixWorldNeedsUpdate = true
    this.camera.aspect = scene.width / scene.height
    this.camera.near = view.distance * 0.01
    this.camera.far = view.distance * 100
    this.camera.updateProjectionMatrix()
  }

  #build(scene: Scene): void {
    this.clear()
    this.#of = scene
    this.#geometries = scene.meshes.map(geometryOf)
    this.#bodies = scene.shapes.flatMap((shape) => {
      const geometry = shape.kind === 'body' ? this.#geometries[shape.mesh] : undefined
      if (shape.kind !== 'body' || geometry === undefined) return []
      const mesh = new THREE.Mesh(
        geometry,
        new THREE.MeshLambertMaterial({ flatShading: true, side: THREE.DoubleSide }),
      )
      mesh.matrixAutoUpdate = false
      return [[shape, mesh] as const]
    })
    this.#tracks = scene.shapes.flatMap((shape) =>
      shape.kind === 'track'
        ? [[shape, new THREE.Line(new THREE.BufferGeometry(), new THREE.LineBasicMaterial())] as const]
        : [],
    )
    const light = new THREE.DirectionalLight('#ffffff', 1.9)
    light.position.set(0.35, -0.6, 0.85)
    this.scene.add(new THREE.AmbientLight('#ffffff', 1.5), light)
    for (const [, drawn] of [...this.#bodies, ...this.#tracks]) this.scene.add(drawn)
    if (scene.floor !== null) this.#addFloor(scene.floor)
  }

  #addFloor({ size, step }: NonNullable<Scene['floor']>): void {
    const floor = new THREE.GridHelper(2 * size, Math.max(1, Math.round((2 * size) / step)), '#fff', '#fff')
    floor.rotation.x = Math.PI / 2
    floor.material.transparent = true
    floor.material.opacity = 0.35
    this.scene.add(floor)
    this.#floor = floor
  }

  clear(): void {
    for (const geometry of this.#geometries) geometry.dispose()
    for (const [, mesh] of this.#bodies) mesh.material.dispose()
    for (const [, line] of this.#tracks) line.geometry.dispose()
    this.#floor?.dispose()
    this.#floor = null
    this.scene.clear()
  }
}

/** Faces as triangles around their first corner, each with its own corners, so that edges stay sharp. */
export function geometryOf(mesh: Mesh): THREE.BufferGeometry {
  const positions: number[] = []
  const put = (corner: number): void => {
    for (let i = 0; i < 3; i += 1) positions.push(mesh.vertices[3 * corner + i] ?? 0)
  }
  for (const face of mesh.faces)
    for (let i = 1; i + 1 < face.length; i += 1) [face[0], face[i], face[i + 1]].forEach((corner) => put(corner ?? 0))
  const geometry = new THREE.BufferGeometry()
  geometry.setAttribute('position', new THREE.Float32BufferAttribute(positions, 3))
  geometry.computeVertexNormals()
  return geometry
}
