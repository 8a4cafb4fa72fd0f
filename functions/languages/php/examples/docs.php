<?php
namespace Acme;

/**
 * @property-read Store<Dog> $store
 * @method static Dog find(int $id)
 */
class Kennel
{
    /** @var array<string, Dog> */
    private $dogs;

    /**
     * @param array<string, Store<Dog>> $stores
     * @param Store|null $first of them
     * @return Store<Dog>
     */
    public function pick($stores, $first)
    {
        /** @var Dog $dog */
        $dog = $this->dogs['a'];
        $dog->bark();
        return $first ?? $stores['a'];
    }
}
