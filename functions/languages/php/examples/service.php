<?php
declare(strict_types=1);
namespace App\Service;

use App\Model\{User, Role as R};
use App\Base;
use function App\helpers\format;
use const App\LIMIT;
require_once __DIR__ . '/boot.php';
include 'x.php';

const TOP = 1;
define('OTHER', 2);

/** A logger. */
interface Logs extends Base\Loggable { public function log(string $m): void; const X = 1; }
trait T { protected int $n = 0; public function l(): static { return $this; } abstract function a(); }
enum Suit: string implements HasLabel {
  case Hearts = 'H';
  case Spades = 'S';
  public function label(): string { return match($this) { self::Hearts => 'x', self::Spades, self::Other => 'y', default => 'z' }; }
}

#[Route('/x')]
final readonly class Service extends Base implements Logs, \Countable {
  use T, U { T::l as protected m; }
  public const LIMIT = 10;
  private ?User $user = null;
  public static array $all = [];
  public string $name { get => $this->n; set(string $v) { $this->n = $v; } }
  public private(set) int $count = 0;

  public function __construct(private Logger $logger, protected ?R $role = null, $plain = 1) {
    parent::__construct();
    $this->user = new User($plain);
  }
  /** Runs. */
  public function run(int|string $x, User &...$rest): ?User {
    if ($x && !$rest || $x xor $x) { $this->logger->log("a"); } elseif ($x) { self::make(); } else { static::other(); }
    foreach ($rest as $k => $u) { $u->save(); }
    for ($i = 0; $i < 3; $i++) {}
    while (true) { break; }
    do { } while (false);
    switch ($x) { case 1: case 2: go(); break; default: }
    try { risky(); } catch (A | \B\C $e) { handle($e); } finally { }
    $f = fn($q) => $q->go();
    $g = function ($w) use ($x): int { return $w->z($x); };
    $y = $x ? 1 : 2;
    $z = $x ?? format($x);
    [$a, 'k' => $b] = pair();
    $this->user?->address->street();
    User::find(1)->delete();
    $cls = new class($x) extends Base { public function inner() { return 1; } };
    $f(1);
    array_map([$this, 'cb'], $rest);
    $m = strlen(...);
    $obj->items['k']->run();
    \App\fq\call();
    yield $x;
    return $this->user;
  }
  public static function make(): self { return new self(new static()); }
}
function top(array $a = [], ...$r) { static $n = 0; return $a['x']; }
top([1], name: 2);
$global = new Service($logger);
$global->run(1);
