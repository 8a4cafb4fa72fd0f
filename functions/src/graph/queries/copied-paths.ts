/**
 * Which files are there beside what somebody wrote: built, brought along from elsewhere, or made by a program, as far as
 * their paths tell. Their text is often a copy by intent.
 *
 *     dist/app.js   docs/assets/jquery.min.js   thirdparty/six.py   api/user.pb.go   Forms.Designer.cs
 */
const FOLDER =
  /(?:^|\/)(?:dist|build|out|target|bundles?|site|public|docs?|documentation|vendor(?:ed)?|third[_-]?party|externals?|node_modules|(?:__)?generated(?:__)?|gen)\//i;
const NAME = /(?:[.-](?:min|bundle|generated|g|pb|designer)\.[^./]+|_pb2(?:_grpc)?\.pyi?|\.pb\.(?:cc|h|go|gw\.go))$/i;

export function isCopiedPath(path: string): boolean {
  return FOLDER.test(path) || NAME.test(path);
}
