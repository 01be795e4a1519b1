;; Finds what gives a JSON text its structure: brackets and commas outside of strings and, where they
;; are asked for, the beginnings of numbers. 64 bytes at a time, a bit for each, after Langdale and
;; Lemire, "Parsing gigabytes of JSON per second" (2019). `structure.ts` says the same plainly, and
;; `npm run assemble` puts what this is assembled to into `structure-code.ts`.
(module
  ;; The text, at most 64 KiB of it, stands at 0, with zeros after it up to a multiple of 64. What was
  ;; found comes out as 32-bit places from 64 KiB on.
  (memory (export "memory") 5)

  ;; How the text ended, for the one that continues it: 1 within a string, 2 after a backslash that
  ;; escapes what comes next, 4 within a number.
  (global $carry (export "carry") (mut i32) (i32.const 0))

  ;; Returns how many places there are.
  (func (export "find") (param $length i32) (param $numbers i32) (result i32)
    (local $at i32)
    (local $out i32)
    ;; Sixteen bytes each, and what was found in them: all bits of a byte are set.
    (local $a v128) (local $b v128) (local $c v128) (local $d v128)
    (local $fa v128) (local $fb v128) (local $fc v128) (local $fd v128)
    ;; What the block before left: all bits where it ended within a string, the lowest bit elsewhere.
    (local $within i64)
    (local $escaped i64)
    (local $number i64)
    ;; A bit for each byte of the block.
    (local $string i64)
    (local $backslash i64)
    (local $x i64)
    (local $digit i64)
    (local $found i64)

    (local.set $out (i32.const 0x10000))
    (local.set $within
      (i64.sub (i64.const 0) (i64.extend_i32_u (i32.and (global.get $carry) (i32.const 1)))))
    (local.set $escaped
      (i64.extend_i32_u (i32.and (i32.shr_u (global.get $carry) (i32.const 1)) (i32.const 1))))
    (local.set $number (i64.extend_i32_u (i32.shr_u (global.get $carry) (i32.const 2))))

    (block $done
      (loop $next
        (br_if $done (i32.ge_u (local.get $at) (local.get $length)))
        (local.set $a (v128.load (local.get $at)))
        (local.set $b (v128.load offset=16 (local.get $at)))
        (local.set $c (v128.load offset=32 (local.get $at)))
        (local.set $d (v128.load offset=48 (local.get $at)))

        ;; Quotes, but for those that are escaped.
        (local.set $string
          (call $bits
            (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x22)))
            (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x22)))))
        (local.set $fa (i8x16.eq (local.get $a) (i8x16.splat (i32.const 0x5c))))
        (local.set $fb (i8x16.eq (local.get $b) (i8x16.splat (i32.const 0x5c))))
        (local.set $fc (i8x16.eq (local.get $c) (i8x16.splat (i32.const 0x5c))))
        (local.set $fd (i8x16.eq (local.get $d) (i8x16.splat (i32.const 0x5c))))
        (if
          (i32.or
            (i32.wrap_i64 (local.get $escaped))
            (v128.any_true
              (v128.or
                (v128.or (local.get $fa) (local.get $fb))
                (v128.or (local.get $fc) (local.get $fd)))))
          (then
            (local.set $backslash
              (call $bits (local.get $fa) (local.get $fb) (local.get $fc) (local.get $fd)))
            ;; Of a row of backslashes every second one is escaped. Subtracting a row from the odd
            ;; places borrows through it, so that what differs afterwards is what escapes and what
            ;; ends the row.
            (local.set $x
              (i64.and (local.get $backslash) (i64.xor (local.get $escaped) (i64.const -1))))
            (local.set $x
              (i64.xor
                (i64.const 0xaaaaaaaaaaaaaaaa)
                (i64.sub
                  (i64.or (i64.shl (local.get $x) (i64.const 1)) (i64.const 0xaaaaaaaaaaaaaaaa))
                  (local.get $x))))
            (local.set $string
              (i64.and
                (local.get $string)
                (i64.xor
                  (i64.const -1)
                  (i64.xor (local.get $x) (i64.or (local.get $backslash) (local.get $escaped))))))
            (local.set $escaped
              (i64.shr_u (i64.and (local.get $x) (local.get $backslash)) (i64.const 63)))))

        ;; From each quote up to the next: every bit is the parity of the quotes up to it.
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 1))))
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 2))))
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 4))))
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 8))))
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 16))))
        (local.set $string (i64.xor (local.get $string) (i64.shl (local.get $string) (i64.const 32))))
        (local.set $string (i64.xor (local.get $string) (local.get $within)))
        (local.set $within (i64.shr_s (local.get $string) (i64.const 63)))

        (local.set $found
          (call $bits
            (call $structure (local.get $a))
            (call $structure (local.get $b))
            (call $structure (local.get $c))
            (call $structure (local.get $d))))

        (if (local.get $numbers)
          (then
            (local.set $digit
              (i64.and
                (i64.xor (local.get $string) (i64.const -1))
                (call $bits
                  (call $digit (local.get $a))
                  (call $digit (local.get $b))
                  (call $digit (local.get $c))
                  (call $digit (local.get $d)))))
            (local.set $x
              (i64.or
                (local.get $digit)
                (i64.and
                  (i64.xor (local.get $string) (i64.const -1))
                  (call $bits
                    (call $within_number (local.get $a))
                    (call $within_number (local.get $b))
                    (call $within_number (local.get $c))
                    (call $within_number (local.get $d))))))
            ;; A number begins where nothing of a number comes before.
            (local.set $found
              (i64.or
                (local.get $found)
                (i64.and
                  (local.get $digit)
                  (i64.xor
                    (i64.const -1)
                    (i64.or (i64.shl (local.get $x) (i64.const 1)) (local.get $number))))))
            (local.set $number (i64.shr_u (local.get $x) (i64.const 63)))))

        (local.set $found
          (i64.and (local.get $found) (i64.xor (local.get $string) (i64.const -1))))
        (block $none
          (br_if $none (i64.eqz (local.get $found)))
          (loop $each
            (i32.store
              (local.get $out)
              (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $found)))))
            (local.set $out (i32.add (local.get $out) (i32.const 4)))
            ;; Without its lowest bit.
            (local.set $found
              (i64.and (local.get $found) (i64.sub (local.get $found) (i64.const 1))))
            (br_if $each (i64.ne (local.get $found) (i64.const 0)))))
        (local.set $at (i32.add (local.get $at) (i32.const 64)))
        (br $next)))

    (global.set $carry
      (i32.or
        (i32.and (i32.wrap_i64 (local.get $within)) (i32.const 1))
        (i32.or
          (i32.shl (i32.wrap_i64 (local.get $escaped)) (i32.const 1))
          (i32.shl (i32.wrap_i64 (local.get $number)) (i32.const 2)))))
    (i32.shr_u (i32.sub (local.get $out) (i32.const 0x10000)) (i32.const 2)))

  ;; A bit for each of 64 bytes.
  (func $bits (param $a v128) (param $b v128) (param $c v128) (param $d v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (local.get $a)))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $b))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $c))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (local.get $d))) (i64.const 48)))))

  ;; Commas and brackets: square ones differ from curly ones in one bit.
  (func $structure (param $bytes v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2c)))
      (v128.or
        (i8x16.eq
          (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
          (i8x16.splat (i32.const 0x7b)))
        (i8x16.eq
          (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
          (i8x16.splat (i32.const 0x7d))))))

  ;; What a number may begin with: a digit, a minus.
  (func $digit (param $bytes v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2d)))
      (i8x16.lt_u
        (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 0x30)))
        (i8x16.splat (i32.const 10)))))

  ;; What else may stand in it: a point, a plus, an E.
  (func $within_number (param $bytes v128) (result v128)
    (v128.or
      (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2e)))
      (v128.or
        (i8x16.eq (local.get $bytes) (i8x16.splat (i32.const 0x2b)))
        (i8x16.eq
          (v128.or (local.get $bytes) (i8x16.splat (i32.const 0x20)))
          (i8x16.splat (i32.const 0x65))))))
)
