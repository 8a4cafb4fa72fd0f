# frozen_string_literal: true
require 'json'
require_relative "lib/base"
autoload :Lazy, 'lazy'

module Outer
  VERSION = "1.0"
  # A service.
  class Service < Base::Thing
    include Comparable
    extend ClassMethods
    prepend Loud, Quiet
    attr_accessor :name, :age
    attr_reader :id
    LIMIT = 10
    @@count = 0
    class << self
      def build(*args, **opts, &block) = new(*args)
    end
    def self.create(a, b = 1, c:, d: 2) 
      new(a).save!
    end
    def initialize(name)
      @name = name
      @helper = Helper.new(name)
      super
    end
    # Runs it.
    def run(x)
      return nil unless x && @name
      @helper.call(x)&.then { |y| y.process(1) }
      items.each do |i|
        next if i.nil? or done?
        puts i
      end
      x.map(&:to_s)
      begin
        risky
      rescue KeyError, Foo::Error => e
        handle(e)
      ensure
        done
      end
      case x
      when 1, 2 then :a
      when String then :b
      else :c
      end
      case [x]
      in [Integer => n] if n > 3 then n
      in {name:} then name
      end
      z = x ? 1 : 2
      while z do z -= 1 end
      z ||= default_value
      a, *b = pair
      yield z
      self.name = z
      Outer::Service.create(1)
      method(:run)
      ->(q) { q.go }
      lambda { |w| w }
      result = z.to_s
    end
    private
    def secret; end
    alias_method :old_run, :run
    alias other run
    def ==(o) = o.name == name
    def name=(v)
      @name = v
    end
  end
  Point = Struct.new(:x, :y) do
    def dist; x; end
  end
  def self.helper; end
end
class Outer::Nested; end
def top(a) a end
top 1
$global = 3
obj.define_method(:dyn) { |x| x }
Foo.bar(1) do |x| x end
scope :active, -> { where(a: 1) }
